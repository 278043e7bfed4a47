import type { Say, Words } from './words.ts'

/** The choices of a field. If its value is empty or no longer offered, an empty choice comes first, so that none is preselected. */
export const offeredIn = (say: Say, words: Record<string, Words>, value: string | null) => [
  ...(value !== null && words[value] ? [] : [['', '—'] as const]),
  ...choicesOf(say, words),
]

/** The choices of a field, in the reader's language. */
export const choicesOf = (say: Say, words: Record<string, Words>) =>
  Object.entries(words).map(([value, pair]) => [value, say(...pair)] as const)

/** The chosen value, if it is one of the choices. */
export const chosenIn = <T extends string>(words: Record<T, Words>, value: string): T | undefined =>
  keysOf(words).find((each) => each === value)

const keysOf = <T extends string>(words: Record<T, Words>) => {
  const keys: T[] = []
  for (const key in words) keys.push(key)
  return keys
}
