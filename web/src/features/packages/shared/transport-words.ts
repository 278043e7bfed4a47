import type { Say, Words } from '../../../kit/words.ts'

/** The kinds from which the service derives the legs of a trip. Any other text is kept as it is. */
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

/** The value of a field: the code of a kind if its word in either language was typed. */
export const transportOf = (text: string) => {
  const [kind] = Object.entries(transportWords).find(([, words]) => words.some((word) => word === text)) ?? []
  return kind ?? (text || null)
}
