import type { Cell, Table } from './table.ts'

/** A table as a CSV file, page by page. */
export async function* csvFile({ columns, pages }: Pick<Table, 'columns' | 'pages'>): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + (await csvText([columns.map(({ heading }) => heading)])))
  for await (const rows of pages) yield Buffer.from(await csvText(rows))
}

/** Lines that have no kinds, the first of them the headings, as a whole file. */
export async function csvBytes(rows: readonly Cell[][]) {
  return Buffer.from(BYTE_ORDER_MARK + (await csvText(rows)))
}

// It tells spreadsheets that the file is Unicode.
const BYTE_ORDER_MARK = '\ufeff'

// RFC 4180: lines end with CR and LF, and a cell with a line end, a comma or a quotation mark is in quotation marks. A text that a
// spreadsheet would take for a formula gets an apostrophe before it, which an import takes off again.
const csvText = async (rows: readonly Cell[][]) => {
  const { stringify } = await import('csv-stringify/sync')
  return stringify(
    [...rows],
    // Unless asked, a line end is quoted only where it is the one that ends lines.
    { record_delimiter: 'windows', quote_record_delimiter: true, escape_formulas: true },
  )
}
