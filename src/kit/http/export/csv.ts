import type { Cell } from './cells.ts'

const BYTE_ORDER_MARK = '\ufeff'

/** A CSV file, page by page. The byte order mark tells spreadsheets that it is Unicode. */
export async function* csvFile(headings: string[], pages: AsyncIterable<Cell[][]>): AsyncGenerator<Buffer> {
  const { stringify } = await import('csv-stringify/sync')
  const lines = (rows: (string | number | null)[][]) => stringify(rows, { record_delimiter: 'windows' })
  yield Buffer.from(BYTE_ORDER_MARK + lines([headings]))
  for await (const rows of pages) yield Buffer.from(lines(rows.map((row) => row.map(textOf))))
}

const textOf = (cell: Cell) => {
  if (cell === null || typeof cell !== 'object') return cell
  return 'day' in cell ? cell.day : cell.clock
}
