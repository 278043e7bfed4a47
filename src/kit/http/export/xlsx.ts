import { Zip, ZipDeflate } from 'fflate'
import { ARCHIVED_AT } from '../../papers/archive-time.ts'
import type { Cell } from './cells.ts'

/**
 * A workbook of one sheet, page by page, of which there is at least one: the library that makes our papers holds all cells in memory. The
 * headings are its first line and stay in sight; days and moments are dates, and numbers are numbers.
 */
export async function* xlsxFile(name: string, headings: string[], pages: AsyncIterable<Cell[][]>) {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  const begin = (path: string) => {
    const file = new ZipDeflate(path, { level: 6 })
    file.mtime = ARCHIVED_AT
    zip.add(file)
    return { write: (xml: string, isLast = false) => file.push(Buffer.from(xml), isLast) }
  }
  for (const [path, xml] of Object.entries(partsOf(name))) begin(path).write(xml, true)

  const sheet = begin('xl/worksheets/sheet1.xml')
  let last = 0
  for await (const rows of pages) {
    if (last === 0) sheet.write(headOf(headings, rows))
    last = Math.max(last, 1)
    sheet.write(rows.map((row, i) => rowOf(last + 1 + i, row, styleOf)).join(''))
    last += rows.length
    yield Buffer.concat(ready.splice(0))
  }
  sheet.write(`</sheetData><autoFilter ref="A1:${columnName(headings.length)}${last}"/></worksheet>`, true)
  zip.end()
  yield Buffer.concat(ready.splice(0))
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const partsOf = (name: string) => ({
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheetNamed(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy/mm/dd"/><numFmt numFmtId="165" formatCode="yyyy/mm/dd hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Microsoft JhengHei"/></font><font><b/><sz val="11"/><name val="Microsoft JhengHei"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
})
const styles = { plain: 0, heading: 1, day: 2, clock: 3 }

// Excel takes no name of a sheet with one of these signs, or with more than 31.
const sheetNamed = (name: string) => name.replace(/[\\/?*[\]:]/g, '-').slice(0, 31)

const headOf = (headings: string[], rows: Cell[][]) =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
  `<cols>${headings.map((heading, i) => widthOf(i + 1, [heading, ...rows.map((row) => row[i] ?? null)])).join('')}</cols>` +
  `<sheetData>${rowOf(1, headings, () => styles.heading)}`

// A Chinese character is as wide as two Latin ones.
const widthOf = (column: number, cells: Cell[]) => {
  const widths = cells.map((cell) => (typeof cell === 'object' ? 17 : signsIn(`${cell}`)))
  return `<col min="${column}" max="${column}" width="${Math.min(40, 3 + Math.max(...widths))}" customWidth="1"/>`
}
const signsIn = (text: string) =>
  [...text.slice(0, 40)].reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 0x2e_7f ? 2 : 1), 0)

const rowOf = (line: number, cells: Cell[], style: (cell: Cell) => number) =>
  `<row r="${line}">${cells.map((cell, i) => cellOf(`${columnName(i + 1)}${line}`, cell, style(cell))).join('')}</row>`

const styleOf = (cell: Cell) => {
  if (cell === null || typeof cell !== 'object') return styles.plain
  return 'day' in cell ? styles.day : styles.clock
}

const cellOf = (place: string, cell: Cell, style: number) => {
  if (cell === null || cell === '') return `<c r="${place}" s="${style}"/>`
  if (typeof cell === 'string')
    return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell.slice(0, LONGEST_TEXT))}</t></is></c>`
  return `<c r="${place}" s="${style}"><v>${typeof cell === 'number' ? cell : daysOf(cell)}</v></c>`
}

/** More characters than this in one cell make a workbook that Excel does not open. */
const LONGEST_TEXT = 32_767

// A workbook counts days from the end of 1899. The count holds from March 1900 on, because of a leap day that there was not.
const daysOf = (cell: { day: string } | { clock: string }) => {
  const moment = Date.parse('day' in cell ? `${cell.day}T00:00:00Z` : `${cell.clock.replace(' ', 'T')}:00Z`)
  return Number(((moment - FIRST_DAY) / DAY_MS).toFixed(9))
}
const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(1899, 11, 30)

/** `A` is the first, `AA` the 27th. */
const columnName = (column: number): string =>
  column > 26
    ? columnName(Math.floor((column - 1) / 26)) + columnName(((column - 1) % 26) + 1)
    : String.fromCharCode(64 + column)

// XML has no place for other control characters.
const escaped = (text: string) =>
  text
    .replace(/(?![\t\n\r])\p{Cc}/gu, '')
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
