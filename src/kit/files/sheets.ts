import { Worker } from 'node:worker_threads'
import { limiter } from '../async/limiter.ts'
import { Refusal, type RefusalCode, type RefusalExtras } from '../errors.ts'
import type { Words } from '../words/words.ts'
import { type Encoding, type Row, readCsvRows } from './csv.ts'
import type { Bounds, Cell, WorkbookSheet } from './workbook.ts'

/** A file as it is sent to the thread that reads it. */
export type SheetFile = {
  bytes: Uint8Array
  format: 'csv' | 'xlsx'
  encoding?: Encoding
  isPasted?: boolean
  delimiter?: string
  bounds: Bounds
}
/** The sheets of a file: of a CSV file one, without a name. */
export type Sheets = { sheets: WorkbookSheet[]; startsIn1904: boolean }

/** What the thread says: some rows of a sheet, and at the end the sheets without their rows, or why the file is refused. */
export type Said =
  | { sheet: number; rows: Row<Cell>[] }
  | { done: Sheets }
  | { refused: { code: RefusalCode; extras: RefusalExtras } }

const MOST_MEGABYTES = 192
/** Two files at once would need twice the memory. */
const oneByOne = limiter(1)

/** A CSV file of at most so many bytes is read sooner than a thread starts. An archive may unpack to anything. */
const READ_AT_ONCE = 64 * 1024

/**
 * Reads a file in a thread of its own with a limit of memory, so that other requests are served meanwhile. The thread hands over a few
 * rows at a time and waits until they are taken.
 */
export async function readSheets(file: SheetFile): Promise<Sheets> {
  if (file.format === 'csv' && file.bytes.length <= READ_AT_ONCE) return readCsvSheet(file)
  return oneByOne(async () => {
    const thread = new Worker(new URL('./sheets-thread.ts', import.meta.url), {
      workerData: file,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES, maxYoungGenerationSizeMb: 16 },
    })
    try {
      return await sheetsFrom(thread)
    } finally {
      await thread.terminate()
    }
  })
}

type TakeRows = (rows: Row<Cell>[]) => Promise<void>

/** The one sheet of a CSV file. With `take` its rows are handed over some at a time, and not kept. */
export async function readCsvSheet(
  { bytes, encoding = 'auto', isPasted = false, delimiter, bounds }: SheetFile,
  take?: TakeRows,
): Promise<Sheets> {
  const how = { encoding, isPasted, most: bounds.rows - 1, delimiter, field: isPasted ? 'pasted' : 'file' }
  const rows = await readCsvRows(bytes, how, take && ((some) => take(some.map(asCells))))
  return { sheets: [{ name: '', rows: rows.map(asCells), merged: [] }], startsIn1904: false }
}
const asCells = ({ line, cells }: Row<string>): Row<Cell> => ({ line, cells: cells.map((text) => ({ text })) })

const sheetsFrom = (thread: Worker) =>
  new Promise<Sheets>((resolve, reject) => {
    const rows: Row<Cell>[][] = []
    thread.on('message', (said: Said) => {
      if ('refused' in said) return reject(new Refusal(said.refused.code, said.refused.extras))
      if ('done' in said)
        return resolve({
          ...said.done,
          sheets: said.done.sheets.map((sheet, i) => ({ ...sheet, rows: rows[i] ?? [] })),
        })
      rows[said.sheet] ??= []
      rows[said.sheet]?.push(...said.rows)
      // In the next iteration of the event loop, so that other requests have their turn between two parts.
      setImmediate(() => thread.postMessage('next'))
    })
    thread.on('error', (error) => reject(isOutOfMemory(error) ? new Refusal('too_large', { detail: tooMuch }) : error))
    thread.on('exit', () => reject(new Error('The thread that reads a file has ended.')))
  })

const isOutOfMemory = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
const tooMuch: Words = [
  '檔案內容過多，無法一次讀取；請分成幾個檔案再上傳。',
  'The file holds too much to be read at once: divide it, then upload the parts.',
]
