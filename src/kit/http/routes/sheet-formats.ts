import { buffer } from 'node:stream/consumers'
import { csvFile } from '../../files/csv-file.ts'
import type { Cell, Kind, Table } from '../../files/table.ts'
import { workbookFile, xlsxFile } from '../../files/xlsx-file.ts'
import type { Papers } from '../../papers/papers.ts'
import { codeWord } from '../../words/code-words.ts'
import { type Locale, say, type Words } from '../../words/words.ts'
import type { Actor } from '../server/guard.ts'

/** The columns of a table in their order, with their headings. */
export type Columns = Readonly<Record<string, Words>>
// The kinds that the templates of papers know.
type PrintedKind = Exclude<Kind, 'number' | 'percent' | 'moment'>
/** How the values of a column are written in workbooks and on papers: by kind, or in the words of a list. Others are texts. */
export type Kinds = Readonly<Record<string, PrintedKind | { words: string }>>
/** `data` is answered as JSON; `rows` are the part of it that is written to files. */
export type Sheet = {
  file: string
  title: Words
  /** What the sheet is about, such as the number, name and days of a trip. */
  subject: string
  data: object
  rows: object[]
  columns: Columns
  kinds?: Kinds
  /** What the paper shows besides the rows. */
  facts?: object
}

const media = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const
export const PDF = media.pdf
export function mediaOf(paper: string | undefined) {
  return Object.values(media).filter((type) => paper || type !== PDF)
}

export function mediaType(format: 'csv' | 'xlsx') {
  return format === 'csv' ? `${media.csv}; charset=utf-8` : media.xlsx
}

type Print = { template: string | undefined; locale: Locale; actor: Actor }

/** The bytes of a sheet in a format, with media type and file name. */
export async function writeSheet(papers: Papers, format: keyof typeof media, sheet: Sheet, print: Print) {
  const name = fileNamed(sheet.file, format)
  if (format === 'pdf') return { name, type: PDF, bytes: await paperOf(papers, sheet, print) }
  const { heads, rows } = tableOf(sheet, print.locale)
  const title = say(sheet.title, print.locale)
  const table = { name: title, title: `${title}　${sheet.subject}`, columns: heads, pages: [rows] }
  return { name, type: mediaType(format), bytes: await bytesOfTable(papers, format, table) }
}

/** The file of a table in one piece. */
export async function bytesOfTable(papers: Papers, format: 'csv' | 'xlsx', table: Table) {
  return buffer(await fileOfTable(papers, format, table))
}

/** The file of a table, page by page. */
export async function fileOfTable(papers: Papers, format: 'csv' | 'xlsx', table: Table) {
  return format === 'csv' ? csvFile(table) : xlsxFile(table, await papers.accent())
}

/** A workbook with a sheet for each table, in one piece. */
export async function bytesOfWorkbook(papers: Papers, tables: readonly Table[]) {
  return buffer(workbookFile(tables, await papers.accent()))
}

export function fileNamed(file: string, ending: string) {
  return `${file.replace(/[^\w.-]/g, '_')}.${ending}`
}

const paperOf = (papers: Papers, sheet: Sheet, { template = 'table', locale, actor }: Print) =>
  papers.print({ template, locale, facts: factsOf(sheet, locale) }, actor)

/** What the paper of a sheet is printed from. */
export function factsOf(sheet: Rows & Pick<Sheet, 'title' | 'subject' | 'facts'>, locale: Locale) {
  const { heads, rows } = tableOf(sheet, locale)
  const { title, subject, facts } = sheet
  return { title: say(title, locale), subject, heads, rows, ...facts }
}

type Rows = Pick<Sheet, 'columns' | 'kinds' | 'rows'>

const tableOf = ({ columns, kinds = {}, rows }: Rows, locale: Locale) => {
  const heads = Object.entries(columns).map(([key, words]) => {
    const kind = kinds[key]
    return { key, heading: say(words, locale), kind: typeof kind === 'string' ? kind : ('text' as const) }
  })
  return {
    heads,
    rows: rows.map((row) => heads.map(({ key }) => cellOf(new Map(Object.entries(row)).get(key), kinds[key], locale))),
  }
}

const cellOf = (value: unknown, kind: Kinds[string] | undefined, locale: Locale): Cell => {
  if (value === null || value === undefined) return null
  if (typeof kind === 'object') return codeWord(kind.words, `${value}`, locale)
  return typeof value === 'number' ? value : `${value}`
}
