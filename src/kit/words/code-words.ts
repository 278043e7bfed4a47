import { type Locale, say, type Words } from './words.ts'

const lists = new Map<string, Readonly<Record<string, Words>>>()

/** Registers the words of the codes of a list. */
export function nameCodes(list: string, words: Readonly<Record<string, Words>>) {
  return lists.set(list, words)
}

/** The words of a code, if its list has them. */
export function wordsOf(list: string, code: string): Words | undefined {
  const words = lists.get(list)
  return words && Object.hasOwn(words, code) ? words[code] : undefined
}

/** A code in words. One that a person made up, or that is in no list any more, is shown without its underscores. */
export function codeWord(list: string, code: string, locale: Locale) {
  const words = wordsOf(list, code)
  return words ? say(words, locale) : code.replaceAll('_', ' ')
}

/**
 * The list that has words for all of these codes: the one that is called like the field, else the smallest. The words of steps are
 * what is done, not what a record is.
 */
export function listWith(codes: readonly string[], field: string): string | undefined {
  const known = [...lists].filter(
    ([list, words]) => !list.endsWith('_step') && codes.every((code) => Object.hasOwn(words, code)),
  )
  const [smallest] = known.sort(([, one], [, other]) => Object.keys(one).length - Object.keys(other).length)
  return known.find(([list]) => list === field)?.[0] ?? smallest?.[0]
}
