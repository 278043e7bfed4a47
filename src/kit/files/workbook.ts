import type { Readable } from 'node:stream'
import type { Entry, ZipFile } from 'yauzl'
import { Refusal, refuse } from '../errors.ts'
import type { Words } from '../words/words.ts'
import { MOST_IN_CELL, type Row, refuseLongCell, tooLong } from './csv.ts'

/** The text of a cell; a number is written as a spreadsheet shows it, and an error of a formula is its code. */
export type Cell = { text: string; is?: 'number' | 'error' }
export type WorkbookSheet = {
  name: string
  rows: Row<Cell>[]
  /** Ranges such as `B2:C2`. */
  merged: string[]
}
/** `startsIn1904`: days are counted from 1904, as workbooks of old Macs do. */
type Workbook = { sheets: WorkbookSheet[]; startsIn1904: boolean }
export type Bounds = { rows: number; columns: number }

// A workbook is a ZIP archive of XML files. Before anything is unpacked, the sizes in its directory are added up; while it is unpacked,
// yauzl ends with an error as soon as a file is larger than the directory says. The XML parser is SAX: it never expands entities.
const MOST_ENTRIES = 2_000
const MOST_UNPACKED = 200 * 1024 * 1024

/** Is handed the next rows of a sheet, which is named by its place. */
type Take = (sheet: number, rows: Row<Cell>[]) => Promise<void>

/**
 * Reads the visible sheets of an XLSX file. Refuses other files, files with macros or a password, and more than the bounds; empty rows
 * count. With `take` the rows are handed over some at a time, and not kept.
 */
export async function readWorkbook(bytes: Buffer, bounds: Bounds, take?: Take): Promise<Workbook> {
  if (bytes.subarray(0, 8).equals(COMPOUND_FILE)) refuse('unsupported_media_type', { detail: oldOrLocked })
  const { default: yauzl } = await import('yauzl')
  try {
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true })
    const entries = await entriesOf(zip)
    if ([...entries.keys()].some((name) => /vbaProject|macrosheets/i.test(name)))
      refuse('unsupported_media_type', { detail: hasMacros })
    return await sheetsOf((name) => xmlOf(zip, entries, name), bounds, take)
  } catch (error) {
    if (error instanceof Refusal) throw error
    // Everything else comes from the parsers: the archive or its XML is broken.
    return refuse('unsupported_media_type', { detail: notAWorkbook })
  }
}

// The old XLS format, and XLSX with a password, are compound files of Microsoft.
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

const oldOrLocked: Words = [
  '這是舊版 XLS，或有密碼的檔案；請移除密碼，另存為 XLSX 或 CSV。',
  'This is an old XLS file, or one with a password: remove the password and save it as XLSX or CSV.',
]
const hasMacros: Words = [
  '檔案含有巨集；請另存為不含巨集的 XLSX 或 CSV。',
  'The file has macros: save it as XLSX without macros, or as CSV.',
]
const notAWorkbook: Words = [
  '無法讀取這個檔案；請另存為 XLSX 或 CSV。',
  'The file cannot be read: save it as XLSX or CSV.',
]
const tooLarge: Words = [
  '檔案展開後過大；請分成幾個檔案，或另存為 CSV。',
  'Unpacked, the file is too large: divide it, or save it as CSV.',
]

const entriesOf = async (zip: ZipFile) => {
  const entries = new Map<string, Entry>()
  let size = 0
  if (zip.entryCount > MOST_ENTRIES) refuse('too_large', { detail: tooLarge })
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry)
      size += entry.uncompressedSize
      zip.readEntry()
    })
    zip.on('end', resolve)
    zip.on('error', reject)
    zip.readEntry()
  })
  if (size > MOST_UNPACKED) refuse('too_large', { detail: tooLarge })
  return entries
}

type Xml = (name: string) => Promise<Readable | undefined>
const xmlOf = async (zip: ZipFile, entries: Map<string, Entry>, name: string) => {
  const entry = entries.get(name)
  return entry && zip.openReadStreamPromise(entry)
}

const sheetsOf = async (xml: Xml, bounds: Bounds, take: Take | undefined): Promise<Workbook> => {
  const { names, startsIn1904 } = await contentsOf(xml)
  const paths = await pathsOf(xml)
  const texts = await sharedTextsOf(xml)
  const sheets: WorkbookSheet[] = []
  for (const { name, id } of names) {
    const there = await xml(paths.get(id) ?? '')
    const takeRows = take && ((rows: Row<Cell>[]) => take(sheets.length, rows))
    if (there) sheets.push({ name, ...(await rowsOf(there, texts, bounds, takeRows)) })
  }
  if (!sheets.length) refuse('unsupported_media_type', { detail: notAWorkbook })
  return { sheets, startsIn1904 }
}

const contentsOf = async (xml: Xml) => {
  const names: { name: string; id: string }[] = []
  let startsIn1904 = false
  await parsed(await xml('xl/workbook.xml'), {
    open: (tag, { name = '', state = 'visible', date1904 = '0', ...attributes }) => {
      if (tag === 'workbookPr') startsIn1904 = date1904 === '1' || date1904 === 'true'
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      if (tag === 'sheet' && state === 'visible') names.push({ name, id })
    },
  })
  return { names, startsIn1904 }
}

const pathsOf = async (xml: Xml) => {
  const paths = new Map<string, string>()
  await parsed(await xml('xl/_rels/workbook.xml.rels'), {
    open: (tag, { Id = '', Target = '' }) => {
      if (tag === 'Relationship') paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  return paths
}

/** The texts that cells refer to by number. How a Japanese text is read aloud (`rPh`) is not part of it. */
const sharedTextsOf = async (xml: Xml) => {
  const texts: string[] = []
  let [text, isInText, isReading] = ['', false, false]
  await parsed(await xml('xl/sharedStrings.xml'), {
    open: (tag) => {
      if (tag === 'si') text = ''
      if (tag === 't') isInText = true
      if (tag === 'rPh') isReading = true
    },
    text: (part) => {
      if (isInText && !isReading) text = begun(text + part)
    },
    close: (tag) => {
      if (tag === 't') isInText = false
      if (tag === 'rPh') isReading = false
      if (tag === 'si') texts.push(text)
    },
  })
  return texts
}

/** No more of a text than shows that it is too long. */
const begun = (text: string) => (text.length > MOST_IN_CELL ? text.slice(0, MOST_IN_CELL + 1) : text)

type TakeRows = (rows: Row<Cell>[]) => Promise<void>
const rowsOf = async (xml: Readable, texts: readonly string[], bounds: Bounds, take: TakeRows | undefined) => {
  const rows: Row<Cell>[] = []
  let seen = 0
  const merged: string[] = []
  let row: Row<Cell> = { line: 0, cells: [] }
  let [at, kind, value, isValue, isReading] = [0, '', '', false, false]
  const handlers: Handlers = {
    open: (tag, { r, t = 'n', ref = '' }) => {
      if (tag === 'row') row = { line: Number(r ?? row.line + 1), cells: [] }
      if (tag === 'c') {
        at = r === undefined ? row.cells.length : columnOf(r)
        if (at >= bounds.columns) refuse('too_large', { detail: tooWide(bounds.columns) })
        kind = t
        value = ''
      }
      if (tag === 'v' || tag === 't') isValue = true
      if (tag === 'rPh') isReading = true
      if (tag === 'mergeCell') merged.push(ref)
    },
    text: (part) => {
      if (isValue && !isReading) value = begun(value + part)
    },
    close: (tag) => {
      if (tag === 'v' || tag === 't') isValue = false
      if (tag === 'rPh') isReading = false
      if (tag === 'c') {
        const cell = cellOf(kind, value, texts)
        if (cell.text.length > MOST_IN_CELL) refuseLongCell('file', row.line)
        row.cells[at] = cell
      }
      if (tag !== 'row') return
      seen += 1
      if (seen > bounds.rows) refuse('too_large', { detail: tooLong(bounds.rows) })
      // A row may leave cells out.
      row.cells = Array.from(row.cells, (cell) => cell ?? { text: '' })
      if (row.cells.some(({ text }) => text !== '')) rows.push(row)
    },
  }
  await parsed(xml, handlers, take && (() => take(rows.splice(0))))
  return { rows, merged }
}

const cellOf = (kind: string, value: string, texts: readonly string[]): Cell => {
  if (kind === 's') return { text: texts[Number(value)] ?? '' }
  if (kind === 'b') return { text: value === '1' ? 'true' : 'false' }
  if (kind === 'e') return { text: value, is: 'error' }
  if (kind === 'n' && value !== '') return { text: plainNumber(Number(value)), is: 'number' }
  return { text: value }
}

// A spreadsheet keeps 15 digits: 0.30000000000000004 is 0.3.
const plainNumber = (number: number) => {
  const digits = String(Number(number.toPrecision(15)))
  return digits.includes('e') ? number.toFixed(0) : digits
}

/** The place of a column from 0: `A1` is 0, `AA1` is 26. */
const columnOf = (cell: string) =>
  [...(/^[A-Z]{1,3}/.exec(cell)?.[0] ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** The letters of a column, from 0: `A`, `AA`. */
export function columnLetters(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : columnLetters(Math.floor(at / 26) - 1) + letter
}

const tooWide = (columns: number): Words => [
  `檔案超過 ${columns} 欄；請刪去不用的欄位。`,
  `The file has more than ${columns} columns: remove those that are not needed.`,
]

type Handlers = {
  open?: (tag: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (tag: string) => void
}

// Parsed in the parts in which it is unpacked, so that a large sheet does not hold the event loop.
const parsed = async (xml: Readable | undefined, { open, text, close }: Handlers, afterPart?: () => Promise<void>) => {
  if (!xml) return
  const { SaxesParser } = await import('saxes')
  const parser = new SaxesParser()
  const own = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('error', (error) => {
    throw error
  })
  // No workbook declares a document type; entities of its own would be all that it is good for.
  parser.on('doctype', () => refuse('unsupported_media_type', { detail: notAWorkbook }))
  parser.on('opentag', (tag) => open?.(own(tag.name), tag.attributes as Record<string, string>))
  if (text) parser.on('text', text)
  if (close) parser.on('closetag', (tag) => close(own(tag.name)))
  try {
    xml.setEncoding('utf8')
    for await (const part of xml) {
      parser.write(part as string)
      await afterPart?.()
    }
    parser.close()
  } finally {
    xml.destroy()
  }
}
