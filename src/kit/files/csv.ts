import { Readable } from 'node:stream'
import { refuse, refuseField } from '../errors.ts'
import type { Words } from '../words/words.ts'

export type CsvLine = { line: number; cells: Record<string, string | undefined> }
export type Encoding = 'auto' | 'utf-8' | 'big5'
/** A row as a spreadsheet numbers it; blank rows are left out. */
export type Row<Cell> = { line: number; cells: Cell[] }

/**
 * Reads a CSV file as spreadsheets write it: one header line, RFC 4180, also with semicolons or tabs. An empty cell becomes undefined.
 */
export async function readCsv(bytes: Uint8Array, how: How = {}) {
  const [header, ...rows] = await readCsvRows(bytes, how)
  const columns = header?.cells ?? []
  const lines = rows.map(({ line, cells }): CsvLine => {
    if (cells.length !== columns.length) refuseField('csv', sentenceFor('INCONSISTENT', line))
    return { line, cells: Object.fromEntries(columns.map((column, i) => [column, cells[i] || undefined])) }
  })
  if (!lines.length) refuseField('csv', ['檔案沒有資料列。', 'The file has no lines of data.'])
  return { columns, lines }
}

export function tooLong(rows: number): Words {
  return [
    `檔案超過 ${rows} 列，空白列也算在內；請刪去空白列，或分成幾個檔案。`,
    `The file has more than ${rows} lines, empty ones included: delete the empty lines, or divide it.`,
  ]
}

/** As many characters as a cell of a spreadsheet can hold. */
export const MOST_IN_CELL = 32_767
/** Refuses a longer cell. In a CSV file it is mostly a quotation mark that is not closed. */
export function refuseLongCell(field: string, line: number): never {
  return refuseField(field, [
    `第 ${line} 列有一格超過 ${MOST_IN_CELL} 個字；請縮短這一格，或檢查引號 " 是否成對。`,
    `Line ${line} has a cell of more than ${MOST_IN_CELL} characters: shorten it, or look for a quotation mark " that is not closed.`,
  ])
}

type How = {
  /** `auto` takes Big5, as Excel saves it in Taiwan, if it is not UTF-8. */
  encoding?: Encoding
  /** How many lines a file may have after its headings, blank ones too. It is refused as soon as one more is read. */
  most?: number
  /** Cells that were copied: a tab between any of them divides all, and a quotation mark within a cell is one. */
  isPasted?: boolean
  /** The field in which the file came, at which a refusal stands. */
  field?: string
  /** What separates the cells. Without it the headings show it. */
  delimiter?: string | undefined
}

/** Reads the rows of a CSV file. With `take` they are handed over some at a time, and not kept. */
export async function readCsvRows(
  bytes: Uint8Array,
  { encoding = 'utf-8', most = Number.POSITIVE_INFINITY, isPasted = false, field = 'csv', delimiter }: How = {},
  take?: (rows: Row<string>[]) => Promise<void>,
) {
  const { CsvError, parse } = await import('csv-parse')
  const rows: Row<string>[] = []
  // As a stream in parts, so that a large file does not hold the event loop.
  const text = textOf(bytes, encoding, field)
  const parser = Readable.from(partsOf(text)).pipe(
    parse({
      bom: true,
      delimiter: delimiter ?? (isPasted && text.includes('\t') ? '\t' : delimiterOf(text)),
      relax_column_count: true,
      relax_quotes: isPasted,
      skip_empty_lines: false,
    }),
  )
  let line = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      line += 1
      if (line > most + 1) refuse('too_large', { detail: tooLong(most) })
      if (cells.some((cell) => cell.length > MOST_IN_CELL)) refuseLongCell(field, line)
      if (cells.some((cell) => cell !== '')) rows.push({ line, cells })
      if (take && rows.length >= TAKEN) await take(rows.splice(0))
    }
    if (take) await take(rows.splice(0))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    refuseField(field, sentenceFor(error.code, line + 1))
  }
  return rows
}

/** Spreadsheets of other countries separate cells by semicolons, and copied cells are separated by tabs. The headings show which. */
const delimiterOf = (text: string) => {
  const [headings = ''] = text.split('\n', 1)
  const count = (delimiter: string) => headings.split(delimiter).length
  return [';', '\t'].find((delimiter) => count(delimiter) > count(',')) ?? ','
}

const TAKEN = 200
const PART = 64 * 1024
function* partsOf(text: string) {
  for (let at = 0; at < text.length; at += PART) yield text.slice(at, at + PART)
}

/** The text of a file. `auto` is UTF-8, or else Big5. */
export function textOf(bytes: Uint8Array, encoding: Encoding, field: string): string {
  const tried = encoding === 'auto' ? ['utf-8', 'big5'] : [encoding]
  for (const each of tried)
    try {
      return new TextDecoder(each, { fatal: true }).decode(bytes)
    } catch {
      // The next encoding is tried.
    }
  return refuseField(field, encoding === 'utf-8' ? notUtf8 : unreadable)
}
const notUtf8: Words = ['檔案不是 UTF-8；請另存為「CSV UTF-8」。', 'The file is not UTF-8; save it as "CSV UTF-8".']
const unreadable: Words = [
  '無法辨識文字編碼；請另存為「CSV UTF-8」或 XLSX。',
  'The encoding of the text is not known; save it as "CSV UTF-8" or as XLSX.',
]

/** What the parser says is for programmers. */
const sentenceFor = (code: string, line: number): Words => {
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return [
      '檔案裡有一個引號 " 沒有成對；請補上結尾的引號，或以試算表軟體另存為 CSV。',
      'A quotation mark " in the file is not closed; close it, or save the file as CSV from a spreadsheet.',
    ]
  if (/QUOTE/.test(code))
    return [
      `第 ${line} 列的引號 " 放錯位置；請以引號包住整格，格內的引號寫兩次。`,
      `Line ${line} has a quotation mark " in the wrong place; put quotation marks around the whole cell and double those within it.`,
    ]
  if (/INCONSISTENT/.test(code))
    return [
      `第 ${line} 列的欄數與第一列不同；請補齊或刪去多餘的逗號。`,
      `Line ${line} has another number of cells than the first line; add or remove commas.`,
    ]
  return [
    `第 ${line} 列無法讀取；請以試算表軟體另存為「CSV UTF-8」後再試。`,
    `Line ${line} cannot be read; save the file as "CSV UTF-8" from a spreadsheet and try again.`,
  ]
}
