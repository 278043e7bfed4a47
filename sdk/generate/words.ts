import type { Term } from '../../src/kit/words/units.ts'
import { optionLists } from '../../src/modules/options/lists.ts'
import { wordSets } from '../../src/modules/words/routes.ts'
import { consoleTerms } from '../../src/terms.ts'
import type { Words } from '../src/words.ts'
import type { OpenApi } from './document.ts'

/** Sets with a file of their own, because a page loads them when others do not need them, or before it needs others. */
const ownFile = ['department', 'field', 'nationality', 'role']

/** Sets that the console shows in the history of records alone, in one file. */
const ofHistory =
  'addon-party alliance bank-line-state cancellation-anchor change-status check-digit class-preference message-side money-month-status passport-status passport-validity-basis payment-request-way pricing-type receiving-account-kind search-kind season-level seat-preference second-factor traveler-request-status visa-policy webhook-disabled'.split(
    ' ',
  )

/** One module holds all words; a program that is bundled keeps those that it shows. */
export const wordModules = ({ labels }: Pick<OpenApi, 'labels'>): Record<string, string> => {
  const sets: Sets = { ...setsOfCodes(), field: labels }
  const apart = new Set([...ownFile, ...ofHistory])
  const inOne = Object.entries(sets).filter(([set]) => !apart.has(set))
  const others = [...ownFile, 'history']
    .sort()
    .map((file) => `export * from './words/${file}.ts'\n`)
    .join('')
  const module = (names: readonly string[]) =>
    `import type { Words } from '../../words.ts'\n${constantsOf(names.map((set) => [set, sets[set] ?? {}]))}`
  return {
    'words.ts': `import type { Words } from '../words.ts'\n\n${others}${constantsOf(inOne)}${termsOf(consoleTerms)}`,
    'labels.ts': `import type { Words } from '../words.ts'\n\n${labelsOf(labels)}`,
    ...Object.fromEntries(ownFile.map((set) => [`words/${set}.ts`, module([set])])),
    'words/history.ts': module(ofHistory),
  }
}

type Sets = Record<string, Record<string, Words>>

/** The sets of codes and the lists of forms. */
const setsOfCodes = (): Sets => {
  return {
    ...Object.fromEntries(Object.entries(wordSets).map(([set, words]) => [set.replaceAll('_', '-'), words])),
    ...Object.fromEntries(Object.entries(optionLists).map(([list, options]) => [list, wordsOf(options)])),
  }
}

const wordsOf = (options: readonly { value: string; label: string; label_en: string }[]) =>
  Object.fromEntries(options.map(({ value, label, label_en }) => [value, [label, label_en] as const]))

const constantsOf = (sets: [set: string, words: Record<string, Words>][]) =>
  sets.map(([set, words]) => constantOf(set, words)).join('')

const constantOf = (set: string, words: Record<string, Words>) => {
  const name = set.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
  const codes = Object.keys(words).map((code) => `'${code}'`)
  return `\nexport const ${name}Words: Record<${codes.join(' | ')}, Words> = ${JSON.stringify(words)}\n`
}

/** Each label is a constant of its own: `import * as label from 'guidon-sdk/labels'`, of which a bundler keeps those that are used. */
const labelsOf = (labels: Record<string, Words>) =>
  Object.entries(labels)
    .filter(([field]) => !reserved.has(field))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([field, words]) => `export const ${field}: Words = ${JSON.stringify(words)}\n`)
    .join('')

/** No constant can have these names; the formatter refuses any other that it cannot. */
const reserved = new Set(['for', 'default', 'delete', 'in', 'new', 'with'])

/** Numbers with a unit that people read: `terms.undo` is 30, and `30 秒` or `30 seconds`. */
const termsOf = (terms: Record<string, Term>) => {
  const shown = Object.entries(terms).map(([name, { count, words }]) => [name, { count, words }])
  const names = Object.keys(terms).map((name) => `'${name}'`)
  return `\nexport const terms: Record<${names.join(' | ')}, { count: number; words: Words }> = ${JSON.stringify(Object.fromEntries(shown))}\n`
}

/** One module for each list, with the columns that its file can have: `columns/planned-trips.ts`. */
export const columnModules = ({ columns }: Pick<OpenApi, 'columns'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(columns).map(([path, ofList]) => [
      `columns/${path.slice('/api/'.length).replaceAll('/', '-')}.ts`,
      `import type { ListColumn } from '../../list-column.ts'

export const columns: readonly ListColumn[] = ${JSON.stringify(ofList)}
`,
    ]),
  )
