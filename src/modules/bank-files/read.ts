import { createHash } from 'node:crypto'
import { refuse, refuseField } from '../../kit/errors.ts'
import { readSheets } from '../../kit/files/sheets.ts'
import { type Cell, columnLetters } from '../../kit/files/workbook.ts'
import { inCents } from '../../kit/money.ts'
import type { Words } from '../../kit/words/words.ts'
import { dayOf } from '../imports/cells.ts'
import { asHeading } from '../imports/parse.ts'
import { type BankColumn, type Columns, proposeColumns } from './columns.ts'
import { separated } from './separate.ts'

const MOST_LINES = 20_000
const bounds = { rows: MOST_LINES + 1, columns: 60 }
/** The name of the bank, the account and the days may stand above the headings. */
const LAST_ROW_OF_HEADINGS = 20

type Row = { line: number; cells: Cell[] }
export type BankFile = {
  headings: string[]
  /** The same for all files with these headings. A file without headings is known by its account and the number of its columns. */
  form: (account: number | null) => string
  rows: Row[]
  startsIn1904: boolean
}

/** The rows of a file below its headings. What is missing of headings has the letter of its column. */
export async function readBankFile(name: string, bytes: Uint8Array): Promise<BankFile> {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  const isWorkbook = ending === 'xlsx'
  if (!isWorkbook && ending !== 'csv' && ending !== 'txt') refuse('unsupported_media_type', { detail: neither })
  const { sheets, startsIn1904 } = isWorkbook
    ? await readSheets({ bytes, format: 'xlsx', bounds })
    : await readSheets({ ...separated(bytes), format: 'csv', encoding: 'utf-8', bounds })
  const rows = sheets.find((sheet) => sheet.rows.length > 0)?.rows ?? []
  const at = firstLineOf(rows, startsIn1904)
  const above = rows[at - 1]
  const hasHeadings = above !== undefined && isHeading(above, startsIn1904)
  const width = Math.max(...rows.slice(Math.max(at - 1, 0)).map(({ cells }) => cells.length))
  const headings = headingsIn(hasHeadings ? textsIn(above) : [], width)
  const said = headings.map(asHeading).join('\n')
  return {
    headings,
    form: (account) =>
      createHash('sha256')
        .update(hasHeadings ? said : `${account ?? 0}\n${width}`)
        .digest('hex'),
    rows: rows.slice(at),
    startsIn1904,
  }
}

/** Where the lines begin: below what is called as headings are, or at the first row with a day and an amount. */
const firstLineOf = (rows: readonly Row[], startsIn1904: boolean) => {
  const top = rows.slice(0, LAST_ROW_OF_HEADINGS + 1)
  const called = top.findIndex((row) => {
    const { booked_at, credit, amount } = proposeColumns(textsIn(row))
    return booked_at !== undefined && (credit ?? amount) !== undefined
  })
  if (called >= 0) return called + 1
  const line = top.findIndex((row) => {
    const texts = textsIn(row)
    const day = texts.findIndex((text) => dayIn(text, startsIn1904))
    return day >= 0 && texts.some((text, at) => at !== day && (amountIn(text) ?? 0) !== 0)
  })
  return line < 0 ? refuseField('file', nothingToRead) : line
}

const isHeading = (row: Row, startsIn1904: boolean) => {
  const texts = textsIn(row).filter((text) => text !== '')
  return texts.length > 1 && texts.every((text) => !dayIn(text, startsIn1904) && !amountIn(text))
}

/** A heading that stands twice has its place behind it. */
const headingsIn = (texts: readonly string[], width: number) =>
  Array.from({ length: width }, (_, at) => {
    const text = (texts[at] ?? '').slice(0, MOST_OF_HEADING)
    if (text === '') return columnLetters(at)
    return texts.indexOf(texts[at] ?? '') === at ? text : `${text} (${columnLetters(at)})`
  })
const MOST_OF_HEADING = 80

const textsIn = ({ cells }: Row) => cells.map(({ text }) => plain(text))
const plain = (text = '') =>
  text
    .normalize('NFKC')
    .replace(/\p{Cc}/gu, ' ')
    .trim()

/** Money that came in, as a line of the file says it. */
export type ReadLine = {
  line: number
  booked_on: string
  amount: number
  payer_text: string | null
  virtual_account: string | null
  last_five: string | null
  /** What tells it from the other lines of its account. */
  mark: string
}
/** Money that went out, as a line of the file says it. */
export type ReadDebit = Pick<ReadLine, 'booked_on' | 'amount' | 'last_five' | 'mark'> & { payee_text: string | null }
export type ReadLines = {
  lines: ReadLine[]
  debits: ReadDebit[]
  /** How many lines are money that went out. */
  paid_out: number
  faults: { line: number; words: Words }[]
  /** What the file says itself that it comes to, and whether its lines do; null if it says nothing. */
  footer: { sum: number; agrees: boolean } | null
}

/** The lines of a file, by the columns that somebody has named. */
export function linesOf({ headings, rows, startsIn1904 }: BankFile, columns: Columns): ReadLines {
  const at = (name: BankColumn) => {
    const wanted = columns[name]
    const place = headings.findIndex((heading) => asHeading(heading) === asHeading(wanted ?? '\0'))
    return wanted !== undefined && place < 0 ? refuseField('mapping', notThere(wanted)) : place
  }
  const names = Object.keys(columns) as BankColumn[]
  const places = Object.fromEntries(names.map((name) => [name, at(name)])) as Partial<Record<BankColumn, number>>
  if (places.credit === undefined && places.amount === undefined) refuseField('mapping', noAmount)
  const read: ReadLines = { lines: [], debits: [], paid_out: 0, faults: [], footer: null }
  const seen = new Map<string, number>()
  let [credits, total, stated] = [0, 0, undefined as number | undefined]
  for (const row of rows) {
    const texts = textsIn(row)
    const cell = (name: BankColumn) => texts[places[name] ?? -1] ?? ''
    const day = dayIn(cell('booked_at'), startsIn1904)
    const amount =
      places.credit === undefined ? signed(amountIn(cell('amount')), cell('direction')) : amountIn(cell('credit'))
    if (!day && isTotal(texts)) {
      stated = amount || stated
      continue
    }
    if (amount === undefined) {
      if (day)
        read.faults.push({ line: row.line, words: notAmount(cell(places.credit === undefined ? 'amount' : 'credit')) })
      continue
    }
    if (!day) {
      if (amount) read.faults.push({ line: row.line, words: noDay(cell('booked_at')) })
      continue
    }
    total += inCents(amount)
    const text = [...new Set([cell('payer'), cell('text')])].filter(Boolean).join(' ').slice(0, 500) || null
    const virtual_account = digitsIn(cell('virtual_account')).slice(0, 40) || null
    const last_five = /\d{5}$/.exec(digitsIn(cell('last5')))?.[0] ?? null
    const nthOf = (said: string) => {
      const nth = (seen.get(said) ?? 0) + 1
      seen.set(said, nth)
      return `${said}\n${nth}`
    }
    if (amount <= 0) {
      read.paid_out += 1
      const out = places.credit === undefined ? -amount : (amountIn(cell('debit')) ?? 0)
      const said = ['out', day, inCents(out), text, last_five, cell('balance')].join('\n')
      if (out > 0) read.debits.push({ booked_on: day, amount: out, payee_text: text, last_five, mark: nthOf(said) })
      continue
    }
    credits += inCents(amount)
    const said = [day, inCents(amount), text, virtual_account, last_five, cell('balance')].join('\n')
    const line = { line: row.line, booked_on: day, amount, payer_text: text, virtual_account, last_five }
    read.lines.push({ ...line, mark: nthOf(said) })
  }
  // The sum of one column with signs is what is left of the credits.
  const sums = places.credit === undefined ? [credits, total] : [credits]
  if (stated !== undefined) read.footer = { sum: stated, agrees: sums.includes(inCents(stated)) }
  return read
}

const digitsIn = (text: string) => text.replace(/\D/g, '')

/** A day, also with a time behind it. */
const dayIn = (text: string, startsIn1904: boolean) =>
  dayOf(text, startsIn1904) ?? dayOf(text.split(/[ T]/)[0] ?? '', startsIn1904)

/** `1,200`, `+1,200.00`, `-500`, `(500)`, `500-`, `NT$1,200`, `` is 0; undefined is none. */
export function amountIn(text: string): number | undefined {
  const bare = text.replace(/^(NT\$|NTD|TWD|\$)\s*/i, '').replace(/[,\s]|元$/g, '')
  if (bare === '' || bare === '-') return 0
  const [, open, before, number, after] = /^(\()?([+-]?)(\d{1,10}(?:\.\d{1,2})?)([-)]?)$/.exec(bare) ?? []
  if (number === undefined) return undefined
  const isNegative = before === '-' || after === '-' || (open !== undefined && after === ')')
  return isNegative ? -Number(number) : Number(number)
}

/** The sign may be a column of its own: `借`, `支`, `D`, `-` is money that went out. */
const signed = (amount: number | undefined, direction: string) =>
  amount !== undefined && /^(-|d|借|支|提|out)/i.test(direction) ? -Math.abs(amount) : amount

const isTotal = (texts: readonly string[]) => texts.some((text) => /合計|總計|小計|total/i.test(text))

const neither: Words = [
  '只接受 CSV、TXT 與 XLSX；請由網路銀行下載其中一種。',
  'Only CSV, TXT and XLSX are taken: download one of them from your bank.',
]
const nothingToRead: Words = [
  '檔案裡找不到交易明細：每一列要有日期與金額，並分成欄位。請由網路銀行改下載 CSV 或 XLSX。',
  'The file has no lines with a day and an amount in columns: download CSV or XLSX from your bank instead.',
]
const notThere = (heading: string): Words => [
  `檔案沒有「${heading}」這一欄；請重新指定。`,
  `The file has no column “${heading}”: choose another one.`,
]
const noAmount: Words = [
  '請指定「存入」一欄，或「金額」一欄。',
  'Choose the column of the credits, or that of the amount.',
]
const noDay = (text: string): Words => [
  `「${text}」不是日期；請更正日期後再上傳。`,
  `“${text}” is no day: correct it, then upload the file again.`,
]
const notAmount = (text: string): Words => [
  `「${text}」不是金額；請更正金額後再上傳。`,
  `“${text}” is no amount: correct it, then upload the file again.`,
]
