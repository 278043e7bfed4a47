/**
 * How the cells of a column are written; a text is never guessed to be a number, a day or a formula. A moment is a text such as
 * `2027-01-28 09:30`, on the clock of the installation. A percentage is the number before the sign: 12.5 is 12.5 %.
 */
export type Kind = 'text' | 'number' | 'whole' | 'money' | 'percent' | 'day' | 'moment'
export type Cell = string | number | null

/** What may be chosen in a cell: words, or what stands in a column of another sheet of the same workbook, by their places from 0. */
export type Choices = {
  from: readonly string[] | { sheet: number; column: number }
  /** Nothing else may be typed. */
  isClosed: boolean
}
export type Column = {
  heading: string
  kind: Kind
  choices?: Choices | undefined
}

/** What becomes a file: columns, and rows page by page, of which there is at least one page. */
export type Table = {
  /** The name of the sheet in a workbook. */
  name: string
  /** What stands above the headings of a workbook. */
  title?: string
  columns: readonly Column[]
  pages: AsyncIterable<Cell[][]> | Iterable<Cell[][]>
  /** Somebody writes lines into the workbook: the cells below have the format and the choices of their column. */
  isForm?: boolean
}
