import { Zip, ZipDeflate } from 'fflate'
import type { Cell, Choices, Kind, Table } from './table.ts'
import { columnLetters } from './workbook.ts'

/**
 * A table as a workbook of one sheet, page by page, so that memory stays bounded. Its headings are in the colour of the agency, have
 * filters, stay in sight and are printed on each page. The same table makes the same bytes.
 */
export function xlsxFile(table: Table, accent: string) {
  return workbookFile([table], accent)
}

/** The same with a sheet for each table, in their order. What may be chosen in cells stands in one more sheet, which is hidden. */
export async function* workbookFile(tables: readonly Table[], accent: string): AsyncGenerator<Buffer> {
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
  const chosen = chosenIn(tables)
  const sheets: WrittenSheet[] = []
  const count = tables.length + (chosen.lists.length ? 1 : 0)
  for (const [path, xml] of Object.entries(partsOf(accent, count))) begin(path).write(xml, true)

  for (const table of tables) {
    const sheet = begin(`xl/worksheets/sheet${sheets.length + 1}.xml`)
    const headingsAt = headingsOf(table)
    let last = 0
    for await (const rows of table.pages) {
      if (last === 0) {
        sheet.write(headOf(table, headingsAt, rows))
        last = headingsAt
      }
      sheet.write(rows.map((row, i) => rowOf(last + 1 + i, row, table)).join(''))
      last += rows.length
      yield Buffer.concat(ready.splice(0))
    }
    const lastColumn = columnLetters(table.columns.length - 1)
    const range = `${headingsAt}:${lastColumn}${last}`
    sheet.write(footOf(table, `A${range}`, lastColumn, chosen.at(table, tables)), true)
    sheets.push({ name: table.name, headingsAt, filtered: `$A$${headingsAt}:$${lastColumn}$${last}` })
  }
  if (count > tables.length) begin(`xl/worksheets/sheet${count}.xml`).write(listsOf(chosen.lists), true)
  begin('xl/workbook.xml').write(workbookOf(sheets, count > tables.length), true)
  zip.end()
  yield Buffer.concat(ready.splice(0))
}

type WrittenSheet = { name: string; headingsAt: number; filtered: string }

const headingsOf = ({ title }: Table) => (title === undefined ? 1 : 2)

/** The lists of words of all tables, each once, and the rules of the cells of a table that refer to them. */
const chosenIn = (tables: readonly Table[]) => {
  const lists: (readonly string[])[] = []
  const places = new Map<string, number>()
  for (const { from } of tables.flatMap(({ columns }) => columns.flatMap(({ choices }) => choices ?? []))) {
    if ('sheet' in from || !from.length || places.has(from.join('\n'))) continue
    places.set(from.join('\n'), lists.length)
    lists.push(from)
  }
  const formulaOf = ({ from }: Choices, others: readonly Table[]) => {
    if ('sheet' in from) return filledIn(others[from.sheet], from.column)
    const place = places.get(from.join('\n'))
    return place === undefined
      ? undefined
      : `${LISTS}!$${columnLetters(place)}$1:$${columnLetters(place)}$${from.length}`
  }
  const at = (table: Table, others: readonly Table[]) =>
    table.columns.flatMap(({ choices }, i) => {
      const formula = choices && formulaOf(choices, others)
      if (!formula) return []
      const cells = `${columnLetters(i)}${headingsOf(table) + 1}:${columnLetters(i)}${LAST_ROW}`
      const error = choices.isClosed ? 'showErrorMessage="1"' : 'showErrorMessage="0"'
      return [
        `<dataValidation type="list" allowBlank="1" ${error} sqref="${cells}"><formula1>${escaped(formula)}</formula1></dataValidation>`,
      ]
    })
  return { lists, at }
}
const LISTS = 'Lists'
/** The last row that Excel has. */
const LAST_ROW = 1_048_576

/** The cells of a column that have been filled in below its heading. */
const filledIn = (table: Table | undefined, column: number) => {
  if (!table) return undefined
  const first = headingsOf(table) + 1
  const letters = columnLetters(column)
  const sheet = quoted(table.name)
  const filled = `COUNTA(${sheet}!$${letters}$${first}:$${letters}$${LAST_ROW})`
  return `OFFSET(${sheet}!$${letters}$${first},0,0,MAX(1,${filled}),1)`
}

const listsOf = (lists: readonly (readonly string[])[]) => {
  const longest = Math.max(...lists.map(({ length }) => length))
  const rows = Array.from({ length: longest }, (_, line) => {
    const cells = lists.flatMap((words, i) => {
      const word = words[line]
      return word === undefined ? [] : [cellOf(i, line + 1, word, 'text')]
    })
    return `<row r="${line + 1}">${cells.join('')}</row>`
  })
  return `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows.join('')}</sheetData></worksheet>`
}

/** The time of all parts of a workbook. An archive stores it without a time zone, and knows none earlier. */
const ARCHIVED_AT = new Date(1980, 0, 1)

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const RELATIONS = 'application/vnd.openxmlformats-package.relationships+xml'

const partsOf = (accent: string, sheets: number) => ({
  '[Content_Types].xml': [
    `${XML}<Types xmlns="${PACKAGE}/content-types">`,
    `<Default Extension="rels" ContentType="${RELATIONS}"/>`,
    '<Default Extension="xml" ContentType="application/xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>`,
    ...numbersTo(sheets).map(
      (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
    ),
    `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>`,
    '</Types>',
  ].join(''),
  '_rels/.rels': relationsOf([['officeDocument', 'xl/workbook.xml']]),
  'xl/_rels/workbook.xml.rels': relationsOf([
    ...numbersTo(sheets).map((n) => ['worksheet', `worksheets/sheet${n}.xml`] as const),
    ['styles', 'styles.xml'],
  ]),
  'xl/styles.xml': stylesIn(accent),
})

const numbersTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)

const relationsOf = (targets: readonly (readonly [kind: string, target: string])[]) => {
  const each = targets.map(
    ([kind, target], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  )
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`
}

const formats = { general: 0, whole: 1, thousands: 3, cents: 4, text: 49, percent: 166, day: 164, moment: 165 }
// In the order in which `styles.xml` has them.
const styles = ['plain', 'heading', 'title', 'whole', 'thousands', 'cents', 'percent', 'day', 'moment', 'text'] as const
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
    text: number(formats.text),
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

const workbookOf = (sheets: readonly WrittenSheet[], hasLists: boolean) => {
  const named = sheets.map(
    ({ name }, i) => `<sheet name="${escaped(sheetNamed(name))}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  )
  const n = sheets.length + 1
  const lists = hasLists ? [`<sheet name="${LISTS}" sheetId="${n}" state="hidden" r:id="rId${n}"/>`] : []
  const names = (define: (sheet: WrittenSheet, place: number) => string) => sheets.map(define).join('')
  return [
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">`,
    `<sheets>${[...named, ...lists].join('')}</sheets>`,
    '<definedNames>',
    names(
      ({ name, filtered }, i) =>
        `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">${escaped(quoted(name))}!${filtered}</definedName>`,
    ),
    names(
      ({ name, headingsAt }, i) =>
        `<definedName name="_xlnm.Print_Titles" localSheetId="${i}">${escaped(quoted(name))}!$1:$${headingsAt}</definedName>`,
    ),
    '</definedNames>',
    '</workbook>',
  ].join('')
}

/** The name of a sheet within a formula. */
const quoted = (name: string) => `'${sheetNamed(name).replaceAll("'", "''")}'`

// Excel takes no name of a sheet with one of these signs, or with more than 31.
const sheetNamed = (name: string) => name.replace(/[\\/?*[\]:]/g, '-').slice(0, 31)

const headOf = ({ title, columns, isForm }: Table, headingsAt: number, rows: Cell[][]) => {
  const widths = columns.map(({ heading, kind }, i) => {
    const width = widthOf([heading, ...rows.slice(0, 500).map((row) => row[i] ?? null)])
    const style = isForm ? ` style="${styles.indexOf(typedAs(kind))}"` : ''
    return `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"${style}/>`
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
const footOf = ({ title, columns }: Table, filtered: string, lastColumn: string, rules: readonly string[]) =>
  [
    '</sheetData>',
    `<autoFilter ref="${filtered}"/>`,
    title === undefined || columns.length < 2
      ? ''
      : `<mergeCells count="1"><mergeCell ref="A1:${lastColumn}1"/></mergeCells>`,
    rules.length ? `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>` : '',
    '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>',
    '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>',
    '<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>',
    '</worksheet>',
  ].join('')

const rowOf = (line: number, cells: Cell[], { columns, isForm }: Table) => {
  const written = cells.map((cell, i) => {
    const { kind } = columns[i] ?? { kind: 'text' }
    if (cell === null || cell === '') return cellOf(i, line, '', isForm ? typedAs(kind) : 'plain')
    const [value, style] = writtenAs(cell, kind)
    return cellOf(i, line, value, isForm && kind === 'text' ? 'text' : style)
  })
  return `<row r="${line}">${written.join('')}</row>`
}

/** The format of the empty cells of a form. Cells of text keep the zeros at the beginning of what is typed. */
const typedAs = (kind: Kind): Style =>
  kind === 'text' || kind === 'day' || kind === 'moment' || kind === 'percent' ? kind : 'plain'

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
