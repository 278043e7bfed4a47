/**
 * How the cells of a column are written; a text is never guessed to be a number, a day or a formula. A moment is a text such as
 * `2027-01-28 09:30`, on the clock of the installation. A percentage is the number before the sign: 12.5 is 12.5 %.
 */
export type Kind = 'text' | 'number' | 'whole' | 'money' | 'percent' | 'day' | 'moment'
export type Cell = string | number | null

/** What becomes a file: columns, and rows page by page, of which there is at least one page. */
export type Table = {
  /** The name of the sheet in a workbook. */
  name: string
  /** What stands above the headings of a workbook. */
  title?: string
  columns: readonly { heading: string; kind: Kind }[]
  pages: AsyncIterable<Cell[][]> | Iterable<Cell[][]>
}
