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
