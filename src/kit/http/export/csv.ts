import { BYTE_ORDER_MARK, csvText } from '../../files/csv-text.ts'
import type { Cell } from './cells.ts'

/** A CSV file, page by page. */
export async function* csvFile(headings: string[], pages: AsyncIterable<Cell[][]>): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + (await csvText([headings])))
  for await (const rows of pages) yield Buffer.from(await csvText(rows.map((row) => row.map(textOf))))
}

const textOf = (cell: Cell) => {
  if (cell === null || typeof cell !== 'object') return cell
  return 'day' in cell ? cell.day : cell.clock
}
