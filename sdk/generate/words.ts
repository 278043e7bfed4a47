import { readdirSync, readFileSync } from 'node:fs'
import type { Term } from '../../src/kit/words/units.ts'
import { adminTables, departmentTables, sellerTables, staffTables } from '../../src/modules/audit/tables.ts'
import { optionLists } from '../../src/modules/options/lists.ts'
import { wordSets } from '../../src/modules/words/routes.ts'
import { consoleTerms } from '../../src/terms.ts'
import type { Words } from '../src/words.ts'
import type { OpenApi, Schema } from './document.ts'

/** Sets with a file of their own, because a page loads them when others do not need them, or before it needs others. */
const ownFile = ['department', 'field', 'nationality', 'receipt-refusal', 'role']

/** Sets that the console shows in the history of records alone, in one file. */
const ofHistory =
  'addon-party alliance bank-line-state cancellation-anchor change-status check-digit class-preference message-side money-month-status passport-status passport-validity-basis payment-request-way pricing-type receiving-account-kind search-kind season-level seat-preference second-factor traveler-request-status visa-policy webhook-disabled'.split(
    ' ',
  )

/** Sets of money that the history of records shows too, in one file. */
const ofMoney =
  'book-matched buyer-kind card-refund-hindrance card-refund-status cash-handover-status cheque-status expense-kind legal-receipt-status misfit paid-from payment-environment payment-provider payment-purpose receipt-medium trip-expense-status way-out'.split(
    ' ',
  )

/** Sets that the pages of finance show alone, in one file. */
const ofFinance =
  'bank-debit-reason bank-debit-state bank-line-reason bank-line-sureness cash-handover-step cheque-step legal-receipt-step money-month-step pass-through-line payment-notice-outcome payment-provider-lack payment-request-end receipt-allowance-status receipt-allowance-step receipt-platform-lack receipt-trial-step receivable-age refund-order-status refund-order-step refund-warning statement-line trip-expense-step unreceipted-age waiting-money'.split(
    ' ',
  )

const ofResults = ['results-basis', 'results-by', 'results-meaning']

/** The files with several sets. */
const ofSeveral = { finance: ofFinance, history: ofHistory, money: ofMoney, results: ofResults }

/** One module holds all words; a program that is bundled keeps those that it shows. */
export const wordModules = (document: OpenApi): Record<string, string> => {
  const { labels } = document
  const sets: Sets = { ...setsOfCodes(), field: labelsOfHistory(document) }
  const apart = new Set([...ownFile, ...Object.values(ofSeveral).flat()])
  const inOne = Object.entries(sets).filter(([set]) => !apart.has(set))
  const others = [...ownFile, ...Object.keys(ofSeveral)]
    .sort()
    .map((file) => `export * from './words/${file}.ts'\n`)
    .join('')
  const module = (names: readonly string[]) =>
    `import type { Words } from '../../words.ts'\n${constantsOf(names.map((set) => [set, sets[set] ?? {}]))}`
  return {
    'words.ts': `import type { Words } from '../words.ts'\n\n${others}${constantsOf(inOne)}${termsOf(consoleTerms)}`,
    'labels.ts': `import type { Words } from '../words.ts'\n\n${labelsOf(labels)}`,
    ...Object.fromEntries(ownFile.map((set) => [`words/${set}.ts`, module([set])])),
    ...Object.fromEntries(Object.entries(ofSeveral).map(([file, of]) => [`words/${file}.ts`, module(of)])),
  }
}

/** The labels that the history of records shows: those of columns, and those inside of a column that is a list or an object. */
const labelsOfHistory = ({ labels, paths, components }: OpenApi) => {
  const folder = new URL('../../db/migrations/', import.meta.url)
  const columns = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    // What a comment or a function says is no column, and a table without a history shows none.
    .map((name) => readFileSync(new URL(name, folder), 'utf8').replaceAll(/--.*$|\$\$[\s\S]*?\$\$/gm, ''))
    .map((sql) =>
      sql.replaceAll(/^create table (\w+) \([\s\S]*?^\);/gm, (table, name) => (audited.has(name) ? table : '')),
    )
    .flatMap((sql) => sql.match(/\b[a-z0-9_]+\b/g) ?? [])
  const shown = new Set(columns)
  const walk = (schema: Schema | undefined, isInside: boolean, seen: readonly string[] = []) => {
    const of = `${schema?.$ref ?? ''}`.split('/').at(-1) ?? ''
    if (!schema || seen.includes(of)) return
    const there = of ? [...seen, of] : seen
    if (of) walk(components.schemas[of], isInside, there)
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      if (isInside) shown.add(name)
      walk(field, true, there)
    }
    for (const one of [schema.items, ...(schema.anyOf ?? [])]) walk(one, isInside, there)
  }
  for (const operation of Object.values(paths).flatMap((each) => Object.values(each)))
    for (const { schema } of Object.values(operation.requestBody?.content ?? {})) walk(schema, false)
  return Object.fromEntries(Object.entries(labels).filter(([name]) => shown.has(name)))
}

const audited = new Set([...staffTables, ...sellerTables, ...departmentTables, ...adminTables])

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
