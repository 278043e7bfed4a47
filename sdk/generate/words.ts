import { optionLists } from '../../src/modules/options/lists.ts'
import { wordSets } from '../../src/modules/words/routes.ts'

type Words = readonly [zh: string, en: string]

/** One module for each set of words, by its file: a program loads those that it shows. */
export const wordModules = (): Record<string, string> =>
  Object.fromEntries(Object.entries(setsOfCodes()).map(([set, words]) => [`words/${set}.ts`, moduleOf(set, words)]))

/** The sets of codes and the lists of forms, with the names of their files. Words of fields belong to plain records. */
const setsOfCodes = (): Record<string, Record<string, Words>> => {
  const { field: _, ...codes } = wordSets
  return {
    ...Object.fromEntries(Object.entries(codes).map(([set, words]) => [set.replaceAll('_', '-'), words])),
    ...Object.fromEntries(Object.entries(optionLists).map(([list, options]) => [list, wordsOf(options)])),
  }
}

const wordsOf = (options: readonly { value: string; label: string; label_en: string }[]) =>
  Object.fromEntries(options.map(({ value, label, label_en }) => [value, [label, label_en] as const]))

const moduleOf = (set: string, words: Record<string, Words>) =>
  `export const ${set.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())}Words = ${JSON.stringify(words)} as const\n`
