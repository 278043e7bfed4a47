import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '../errors.ts'
import type { Row } from './csv.ts'
import { readCsvSheet, type Said, type SheetFile } from './sheets.ts'
import { type Cell, readWorkbook } from './workbook.ts'

// A thread of its own reads one file, and hands over its rows in parts. `sheets.ts` starts it.

/** Rows that are handed over together: few enough that the main thread takes them in a millisecond or two. */
const PART = 200

const read = (file: SheetFile) => {
  const { bytes, format, bounds } = file
  if (format === 'csv') return readCsvSheet(file, (rows) => handOver(0, rows))
  return readWorkbook(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), bounds, handOver)
}

const handOver = async (sheet: number, rows: Row<Cell>[]) => {
  for (let at = 0; at < rows.length; at += PART) {
    say({ sheet, rows: rows.slice(at, at + PART) })
    if (parentPort) await once(parentPort, 'message')
  }
}

const say = (said: Said) => parentPort?.postMessage(said)

try {
  say({ done: await read(workerData as SheetFile) })
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  say({ refused: { code: error.code, extras: error.extras } })
}
