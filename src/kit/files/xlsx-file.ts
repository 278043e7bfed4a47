import { Zip, ZipDeflate } from 'fflate'
import type { Cell, Kind, Table } from './table.ts'
import { columnLetters } from './workbook.ts'

/**
 * A table as a workbook of one sheet, page by page, so that memory stays bounded. Its headings are in the colour of the agency, have
 * filters, stay in sight and are printed on each page. The same table makes the same bytes.
 */
export async function* xlsxFile(table: Table, accent: string): AsyncGenerator<Buffer> {
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
  for (const [path, xml] of Object.entries(partsOf(accent))) begin(path).write(xml, true)

  const sheet = begin('xl/worksheets/sheet1.xml')
  const headingsAt = table.title === undefined ? 1 : 2
  let last = 0
  for await (const rows of table.pages) {
    if (last === 0) {
      sheet.write(headOf(table, headingsAt, rows))
      last = headingsAt
    }
    sheet.write(rows.map((row, i) => rowOf(last + 1 + i, row, table.columns)).join(''))
    last += rows.length
    yield Buffer.concat(ready.splice(0))
  }
  const lastColumn = columnLetters(table.columns.length - 1)
  sheet.write(footOf(table, `A${headingsAt}:${lastColumn}${last}`, lastColumn), true)
  begin('xl/workbook.xml').write(workbookOf(table.name, headingsAt, `$A$${headingsAt}:$${lastColumn}$${last}`), true)
  zip.end()
  yield Buffer.concat(ready.splice(0))
}

/** The time of all parts of a workbook. An archive stores it without a time zone, and knows none earlier. */
const ARCHIVED_AT = new Date(1980, 0, 1)

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const RELATIONS = 'application/vnd.openxmlformats-package.relationships+xml'

const partsOf = (accent: string) => ({
  '[Content_Types].xml': [
    `${XML}<Types xmlns="${PACKAGE}/content-types">`,
    `<Default Extension="rels" ContentType="${RELATIONS}"/>`,
    '<Default Extension="xml" ContentType="application/xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>`,
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>`,
    '</Types>',
  ].join(''),
  '_rels/.rels': relationsOf({ officeDocument: 'xl/workbook.xml' }),
  'xl/_rels/workbook.xml.rels': relationsOf({ worksheet: 'worksheets/sheet1.xml', styles: 'styles.xml' }),
  'xl/styles.xml': stylesIn(accent),
})

const relationsOf = (targets: Record<string, string>) => {
  const each = Object.entries(targets).map(
    ([kind, target], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  )
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`
}

const formats = { general: 0, whole: 1, thousands: 3, cents: 4, percent: 166, day: 164, moment: 165 }
// In the order in which `styles.xml` has them.
const styles = ['plain', 'heading', 'title', 'whole', 'thousands', 'cents', 'percent', 'day', 'moment'] as const
type Style = (typeof styles)[number]

/** Fonts, fills and borders are named by their places: plain, heading, title. */
const stylesIn = (accent: string) => {
  const color = `<color rgb="FF${accent.slice(1).toUpperCase()}"/>`
  const font = (size: number, weight = '', own = '') =>
    `<font>${weight}<sz val="${size}"/>${own}<name val="Microsoft JhengHei"/></font>`
  const number = (format: number) =>
    `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`
  const middle = 'applyAlignment="1"><alignment vertical="center"/></xf>'
  const looks: Record<Style, string> = {
    plain: '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    heading: `<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" ${middle}`,
    title: `<xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1" ${middle}`,
    whole: number(formats.whole),
    thousands: number(formats.thousands),
    cents: number(formats.cents),
    percent: number(formats.percent),
    day: number(formats.day),
    moment: number(formats.moment),
  }
  return [
    `${XML}<styleSheet xmlns="${MAIN}">`,
    '<numFmts count="3">',
    `<numFmt numFmtId="${formats.day}" formatCode="yyyy/mm/dd"/>`,
    `<numFmt numFmtId="${formats.moment}" formatCode="yyyy/mm/dd hh:mm"/>`,
    `<numFmt numFmtId="${formats.percent}" formatCode="0.0%"/>`,
    '</numFmts>',
    '<fonts count="3">',
    font(11),
    font(11, '<b/>', color),
    font(14, '<b/>'),
    '</fonts>',
    '<fills count="3">',
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
    '<fill><patternFill patternType="solid"><fgColor rgb="FFF1F3F4"/></patternFill></fill>',
    '</fills>',
    '<borders count="2">',
    '<border><left/><right/><top/><bottom/><diagonal/></border>',
    `<border><left/><right/><top/><bottom style="thin">${color}</bottom><diagonal/></border>`,
    '</borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${styles.length}">${styles.map((style) => looks[style]).join('')}</cellXfs>`,
    '</styleSheet>',
  ].join('')
}

const workbookOf = (name: string, headingsAt: number, filtered: string) => {
  const own = escaped(sheetNamed(name))
  const quoted = `'${own.replaceAll("'", "''")}'`
  return [
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">`,
    `<sheets><sheet name="${own}" sheetId="1" r:id="rId1"/></sheets>`,
    '<definedNames>',
    `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${quoted}!${filtered}</definedName>`,
    `<definedName name="_xlnm.Print_Titles" localSheetId="0">${quoted}!$1:$${headingsAt}</definedName>`,
    '</definedNames>',
    '</workbook>',
  ].join('')
}

// Excel takes no name of a sheet with one of these signs, or with more than 31.
const sheetNamed = (name: string) => name.replace(/[\\/?*[\]:]/g, '-').slice(0, 31)

const headOf = ({ title, columns }: Table, headingsAt: number, rows: Cell[][]) => {
  const widths = columns.map(({ heading }, i) => {
    const width = widthOf([heading, ...rows.slice(0, 500).map((row) => row[i] ?? null)])
    return `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`
  })
  const headings = columns.map(({ heading }, i) => cellOf(i, headingsAt, heading, 'heading'))
  return [
    `${XML}<worksheet xmlns="${MAIN}">`,
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
    '<sheetViews><sheetView workbookViewId="0">',
    `<pane ySplit="${headingsAt}" topLeftCell="A${headingsAt + 1}" activePane="bottomLeft" state="frozen"/>`,
    '</sheetView></sheetViews>',
    `<cols>${widths.join('')}</cols>`,
    '<sheetData>',
    title === undefined ? '' : `<row r="1" ht="28" customHeight="1">${cellOf(0, 1, title, 'title')}</row>`,
    `<row r="${headingsAt}" ht="22" customHeight="1">${headings.join('')}</row>`,
  ].join('')
}

// A Chinese character is as wide as two Latin ones.
const widthOf = (cells: Cell[]) => Math.min(40, 3 + 1.15 * Math.max(...cells.map((cell) => signsIn(`${cell ?? ''}`))))
const signsIn = (text: string) =>
  [...text.slice(0, 40)].reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 0x2e_7f ? 2 : 1), 0)

/** The sheet is printed in landscape and one page wide. */
const footOf = ({ title, columns }: Table, filtered: string, lastColumn: string) =>
  [
    '</sheetData>',
    `<autoFilter ref="${filtered}"/>`,
    title === undefined || columns.length < 2
      ? ''
      : `<mergeCells count="1"><mergeCell ref="A1:${lastColumn}1"/></mergeCells>`,
    '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>',
    '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>',
    '<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>',
    '</worksheet>',
  ].join('')

const rowOf = (line: number, cells: Cell[], columns: Table['columns']) => {
  const written = cells.map((cell, i) => {
    const { kind } = columns[i] ?? { kind: 'text' }
    return cell === null || cell === '' ? cellOf(i, line, '', 'plain') : cellOf(i, line, ...writtenAs(cell, kind))
  })
  return `<row r="${line}">${written.join('')}</row>`
}

const writtenAs = (cell: string | number, kind: Kind): [string | number, Style] => {
  if (kind === 'number') return [Number(cell), 'plain']
  if (kind === 'whole') return [Number(cell), 'whole']
  if (kind === 'money') return [Number(cell), Number.isInteger(cell) ? 'thousands' : 'cents']
  if (kind === 'percent') return [Number((Number(cell) / 100).toFixed(6)), 'percent']
  if (kind === 'day' || kind === 'moment') return [daysOf(`${cell}`), kind]
  return [`${cell}`, 'plain']
}

const cellOf = (column: number, line: number, value: string | number, style: Style) => {
  const at = `r="${columnLetters(column)}${line}" s="${styles.indexOf(style)}"`
  if (value === '') return `<c ${at}/>`
  if (typeof value === 'number') return `<c ${at}><v>${value}</v></c>`
  return `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, LONGEST_TEXT))}</t></is></c>`
}

/** More characters than this in one cell make a workbook that Excel does not open. */
const LONGEST_TEXT = 32_767

// A workbook counts days from the end of 1899. The count holds from March 1900 on, because of a leap day that there was not.
const daysOf = (text: string) => {
  const moment = Date.parse(text.length > 10 ? `${text.replace(' ', 'T')}:00Z` : `${text}T00:00:00Z`)
  return Number(((moment - FIRST_DAY) / DAY_MS).toFixed(9))
}
const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(1899, 11, 30)

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
