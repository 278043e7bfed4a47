import { unzipSync, zipSync } from 'fflate'
import writeWorkbook, { type Cell as WrittenCell } from 'write-excel-file/node'
import { ARCHIVED_AT } from './archive-time.ts'
import { forTheOffice } from './office-features.ts'
import type { Book, Cell, Kind, SheetOfBook } from './work.ts'

/** An XLSX file with a title, filters and headings that stay in sight. The same sheets make the same bytes. */
export async function workbook({ sheets: given, accent }: Book): Promise<Uint8Array> {
  const sheets = given.map((sheet) => ({ ...sheet, name: allowed(sheet.name) }))
  const book = await writeWorkbook(
    sheets.map((sheet) => written(sheet, accent)),
    {
      fontFamily: 'Microsoft JhengHei',
      fontSize: 11,
      features: [forTheOffice(sheets)],
    },
  ).toBuffer()
  // The library writes the time of the day into the archive, and takes no other one.
  return zipSync(unzipSync(book), { mtime: ARCHIVED_AT })
}

// Excel takes no name of a sheet with one of these signs, or with more than 31.
const allowed = (name: string) => name.replace(/[\\/?*[\]:]/g, '-').slice(0, 31)

const written = ({ name, title, columns, rows }: SheetOfBook, accent: string) => ({
  sheet: name,
  data: [
    ...(title === undefined ? [] : [[titleOf(title, columns.length), ...columns.slice(1).map(() => null)]]),
    columns.map(({ heading }) => headingOf(heading, accent)),
    ...rows.map((row) => row.map((value, i) => cellOf(value, columns[i]?.kind ?? 'text'))),
  ],
  columns: columns.map((column, i) => ({
    width: widthOf([column.heading, ...rows.slice(0, 500).map((row) => row[i])]),
  })),
  stickyRowsCount: title === undefined ? 1 : 2,
})

const cellOf = (value: Cell, kind: Kind): WrittenCell => {
  if (value === null || value === '') return null
  if (kind === 'day') return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'yyyy/mm/dd' }
  if (kind === 'whole') return { value: Number(value), type: Number, format: '0' }
  if (kind === 'money')
    return { value: Number(value), type: Number, format: Number.isInteger(value) ? '#,##0' : '#,##0.00' }
  return { value: `${value}`, type: String }
}

const titleOf = (value: string, columnSpan: number) =>
  ({ value, type: String, fontWeight: 'bold', fontSize: 14, columnSpan, height: 28, alignVertical: 'center' }) as const

const headingOf = (value: string, accent: string) =>
  ({
    value,
    type: String,
    fontWeight: 'bold',
    textColor: accent,
    backgroundColor: '#F1F3F4',
    bottomBorderStyle: 'thin',
    bottomBorderColor: accent,
    alignVertical: 'center',
    height: 22,
  }) as const

// A Chinese character is as wide as two Latin ones.
const widthOf = (texts: (Cell | undefined)[]) =>
  Math.min(40, 3 + 1.15 * Math.max(...texts.map((text) => signsIn(`${text ?? ''}`))))
const signsIn = (text: string) =>
  [...text].reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 0x2e_7f ? 2 : 1), 0)
