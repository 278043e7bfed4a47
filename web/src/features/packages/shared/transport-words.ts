import type { Say, Words } from '../../../kit/words.ts'

/** What the service derives legs of a trip from. Any other text is shown and kept as it is. */
export const transportWords = {
  coach: ['遊覽車', 'Coach'],
  flight: ['航班', 'Flight'],
  train: ['火車', 'Train'],
  ferry: ['渡輪', 'Ferry'],
} satisfies Record<string, Words>

export const transportIn = (say: Say, transport: string) => {
  const words: Record<string, Words> = transportWords
  return say(...(words[transport] ?? [transport, transport]))
}

/** What a field says, with the code of a kind instead of its word in either language. */
export const transportOf = (text: string) => {
  const [kind] = Object.entries(transportWords).find(([, words]) => words.some((word) => word === text)) ?? []
  return kind ?? (text || null)
}
