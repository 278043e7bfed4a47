import { optionLists } from '../../src/modules/options/lists.ts'
import { wordSets } from '../../src/modules/words/routes.ts'
import type { Words } from '../src/words.ts'
import type { OpenApi } from './document.ts'

/** One module for each set of words, by its file: a program loads those that it shows. */
export const wordModules = ({ labels }: Pick<OpenApi, 'labels'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...setsOfCodes(), field: labels }).map(([set, words]) => [
      `words/${set}.ts`,
      moduleOf(set, words),
    ]),
  )

/** The sets of codes and the lists of forms, with the names of their files. */
const setsOfCodes = (): Record<string, Record<string, Words>> => {
  return {
    ...Object.fromEntries(Object.entries(wordSets).map(([set, words]) => [set.replaceAll('_', '-'), words])),
    ...Object.fromEntries(Object.entries(optionLists).map(([list, options]) => [list, wordsOf(options)])),
  }
}

const wordsOf = (options: readonly { value: string; label: string; label_en: string }[]) =>
  Object.fromEntries(options.map(({ value, label, label_en }) => [value, [label, label_en] as const]))

const moduleOf = (set: string, words: Record<string, Words>) => {
  const name = set.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
  const codes = Object.keys(words).map((code) => `'${code}'`)
  return `import type { Words } from '../../words.ts'

export const ${name}Words: Record<${codes.join(' | ')}, Words> = ${JSON.stringify(words)}
`
}
