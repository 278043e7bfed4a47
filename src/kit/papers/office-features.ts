import {
  getCellAddress,
  getOrderOfSiblings,
  insertElementMarkupAccordingToOrderOfSiblings,
  sanitizeAttributeValue,
} from 'write-excel-file/utility'
import type { SheetOfBook } from './work.ts'

/** Filters on the headings; printed in landscape, one page wide, with the headings on every page. */
export function forTheOffice(sheets: SheetOfBook[]) {
  return {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': {
          transform: (xml: string, _options: unknown, { sheetIndex }: { sheetIndex: number }) =>
            pagesOf(sheets[sheetIndex], xml),
        },
        'xl/workbook.xml': {
          transform: (xml: string) =>
            xml.replace('</sheets>', `</sheets><definedNames>${sheets.map(namesOf).join('')}</definedNames>`),
        },
      },
    },
  }
}

// The library writes its own page set-up, and calls the pane of frozen rows one of rows and columns.
const pagesOf = (sheet: SheetOfBook | undefined, xml: string) => {
  const own = xml
    .replace(/<pageSetup[^>]*\/>/, '')
    .replace(' xSplit="0"', '')
    .replace('activePane="bottomRight"', 'activePane="bottomLeft"')
  return [
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
    `<autoFilter ref="A${headingsOf(sheet)}:${lastCellOf(sheet)}"/>`,
    '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>',
    '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>',
    '<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>',
  ].reduce(inserted, own)
}

const WORKSHEET = 'xl/worksheets/sheet{id}.xml'
const order = getOrderOfSiblings(WORKSHEET, 'worksheet') ?? []
const inserted = (xml: string, element: string) =>
  insertElementMarkupAccordingToOrderOfSiblings(xml, element, order, 'worksheet')

const lastCellOf = (sheet: SheetOfBook | undefined) =>
  getCellAddress((sheet?.rows.length ?? 0) + headingsOf(sheet) - 1, (sheet?.columns.length ?? 1) - 1)

/** The row of the headings. */
const headingsOf = (sheet: SheetOfBook | undefined) => (sheet?.title === undefined ? 1 : 2)

/** `$C$12` for `C12`. */
const fixed = (cell: string) => cell.replace(/^([A-Z]+)/, '$$$1$$')

const namesOf = (sheet: SheetOfBook, i: number) => {
  const name = `'${sheet.name.replaceAll("'", "''")}'`
  const filtered = sanitizeAttributeValue(`${name}!$A$${headingsOf(sheet)}:${fixed(lastCellOf(sheet))}`)
  const headings = sanitizeAttributeValue(`${name}!$1:$${headingsOf(sheet)}`)
  return (
    `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">${filtered}</definedName>` +
    `<definedName name="_xlnm.Print_Titles" localSheetId="${i}">${headings}</definedName>`
  )
}
