import type { TSchema } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import { csvBytes } from '../../kit/files/csv-file.ts'
import type { Choices, Table, Kind as WrittenAs } from '../../kit/files/table.ts'
import { bytesOfWorkbook, mediaType } from '../../kit/http/routes/sheet-formats.ts'
import type { Papers } from '../../kit/papers/papers.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { codesOf, exampleIn, isMoment, namesOf, wordOfCode } from './choices.ts'
import type { Column, Kind } from './kind.ts'
import { kinds } from './kinds.ts'

// Empty files that are filled in and imported: the headings in one language, required ones with an asterisk, and an example in words that
// an import skips.

type How = { db: Db; papers: Papers; locale: Locale }

export async function templateOf(kind: Kind, format: 'csv' | 'xlsx', { db, papers, locale }: How) {
  const bytes =
    format === 'csv'
      ? await csvBytes([headingsIn(kind, locale), examplesIn(kind, locale)])
      : await bytesOfWorkbook(papers, await tablesOf(db, [kind], locale))
  return { name: `${kind.code}.${format}`, type: mediaType(format), bytes }
}

/** One workbook for all that can be imported: a sheet for each kind, in the order in which it is written. */
export async function templateOfAll({ db, papers, locale }: How) {
  const bytes = await bytesOfWorkbook(papers, await tablesOf(db, kinds, locale))
  return { name: 'moving-in.xlsx', type: mediaType('xlsx'), bytes }
}

const headingsIn = ({ columns }: Kind, locale: Locale) =>
  columns.map(({ words, isRequired }) => `${say(words, locale)}${isRequired ? '*' : ''}`)
const examplesIn = ({ columns }: Kind, locale: Locale) => columns.map((column) => exampleIn(column, locale))

const tablesOf = async (db: Db, sheets: readonly Kind[], locale: Locale) => {
  const tables: Table[] = []
  for (const kind of sheets) {
    const headings = headingsIn(kind, locale)
    const columns = []
    for (const [i, column] of kind.columns.entries())
      columns.push({
        heading: headings[i] ?? column.code,
        kind: writtenAs(column),
        choices: await choicesOf(db, kind, column, { sheets, locale }),
      })
    tables.push({ name: say(kind.noun, locale), columns, pages: [[examplesIn(kind, locale)]], isForm: true })
  }
  return tables
}

const writtenAs = ({ schema, refersTo, read }: Column): WrittenAs => {
  const { type, format, takes } = schema as { type?: string | string[]; format?: string; takes?: string }
  if (refersTo || read) return 'text'
  if (format === 'day') return 'day'
  if (isMoment(schema)) return 'moment'
  return takes === 'money' || takes === 'rate' || isNumber(type) ? 'number' : 'text'
}
const isNumber = (type: string | string[] | undefined) =>
  [type].flat().some((one) => one === 'integer' || one === 'number')

type Among = { sheets: readonly Kind[]; locale: Locale }

/**
 * What may be chosen in a column: the words of its codes; of a record that comes in another sheet of the workbook what stands there; else
 * what the records of the house are called. Where a cell may name several, or a record that is to come, more may be typed.
 */
const choicesOf = async (
  db: Db,
  kind: Kind,
  column: Column,
  { sheets, locale }: Among,
): Promise<Choices | undefined> => {
  const { refersTo, schema, read } = column
  if (!refersTo) {
    const codes = codesOf(schema)
    const from = codes?.map((code) => say(wordOfCode(column, code), locale))
    return from && { from, isClosed: !isList(schema) && !read }
  }
  const sheet = sheets.findIndex((one) => one !== kind && one.of === refersTo.to)
  const at = sheets[sheet]?.columns.findIndex(({ code }) => code === refersTo.by[0]) ?? -1
  if (at >= 0) return { from: { sheet, column: at }, isClosed: false }
  // People are not told to whoever gets the file.
  if (kinds.some(({ of, isPersonal }) => of === refersTo.to && isPersonal)) return undefined
  return { from: await namesOf(db, refersTo, locale), isClosed: false }
}
const isList = (schema: TSchema) => (schema as { type?: string }).type === 'array'
