import type { Say, Words } from '../kit/words.ts'

/** What the service derives legs of a trip from. Any other text is shown as it is. */
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
