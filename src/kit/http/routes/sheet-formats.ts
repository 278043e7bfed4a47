import { csvBytes } from '../../files/csv-text.ts'
import type { Papers } from '../../papers/papers.ts'
import type { Cell, Kind } from '../../papers/work.ts'
import { codeWord } from '../../words/code-words.ts'
import { type Locale, say, type Words } from '../../words/words.ts'
import type { Actor } from '../server/access.ts'

/** The columns of a table in their order, with their headings. */
export type Columns = Readonly<Record<string, Words>>
/** How the values of a column are written in workbooks and on papers: by kind, or in the words of a list. Others are texts. */
export type Kinds = Readonly<Record<string, Kind | { words: string }>>
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
  if (format === 'csv') return { name, type: mediaType(format), bytes: await csvOf(sheet, print.locale) }
  const bytes = format === 'xlsx' ? await workbookOf(papers, sheet, print) : await paperOf(papers, sheet, print)
  return { name, type: media[format], bytes }
}

export function fileNamed(file: string, ending: string) {
  return `${file.replace(/[^\w.-]/g, '_')}.${ending}`
}

const csvOf = (sheet: Sheet, locale: Locale) => {
  const { heads, rows } = tableOf(sheet, locale)
  return csvBytes([heads.map(({ heading }) => heading), ...rows])
}

const workbookOf = (papers: Papers, sheet: Sheet, { locale, actor }: Print) => {
  const { heads, rows } = tableOf(sheet, locale)
  const title = say(sheet.title, locale)
  return papers.workbook([{ name: title, title: `${title}　${sheet.subject}`, columns: heads, rows }], actor)
}

const paperOf = (papers: Papers, sheet: Sheet, { template = 'table', locale, actor }: Print) =>
  papers.print({ template, locale, facts: factsOf(sheet, locale) }, actor)

/** What the paper of a sheet is printed from. */
export function factsOf(sheet: Table & Pick<Sheet, 'title' | 'subject' | 'facts'>, locale: Locale) {
  const { heads, rows } = tableOf(sheet, locale)
  const { title, subject, facts } = sheet
  return { title: say(title, locale), subject, heads, rows, ...facts }
}

type Table = Pick<Sheet, 'columns' | 'kinds' | 'rows'>

const tableOf = ({ columns, kinds = {}, rows }: Table, locale: Locale) => {
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
