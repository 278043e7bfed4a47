export type CsvCell = string | number | null

/**
 * The text of a CSV file, RFC 4180: lines end with CR and LF, and a cell with a line end, a comma or a quotation mark is in quotation
 * marks. A text that a spreadsheet would take for a formula gets an apostrophe before it, which an import takes off again.
 */
export async function csvText(rows: readonly (readonly CsvCell[])[]) {
  const { stringify } = await import('csv-stringify/sync')
  return stringify(
    rows.map((row) => [...row]),
    // Unless asked, a line end is quoted only where it is the one that ends lines.
    { record_delimiter: 'windows', quote_record_delimiter: true, escape_formulas: true },
  )
}

/** The bytes of a whole file. The byte order mark tells spreadsheets that it is Unicode. */
export async function csvBytes(rows: readonly (readonly CsvCell[])[]) {
  return Buffer.from(BYTE_ORDER_MARK + (await csvText(rows)))
}

export const BYTE_ORDER_MARK = '\ufeff'
