import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { partsOf, sheetsIn } from '../../../test/xlsx.ts'
import type { Table } from './table.ts'
import { xlsxFile } from './xlsx-file.ts'

const kinds = ['text', 'number', 'whole', 'money', 'day', 'moment'] as const
const table: Table = {
  name: "T'i/t",
  title: '名單　2 位',
  columns: kinds.map((kind) => ({ heading: kind, kind })),
  pages: [
    [['=1+1', 1.5, '3', 1234.5, '2027-01-28', '2027-01-28 12:00']],
    [
      ['a<b>\u0001', null, 4, 1200, '', null],
      ['007', -2, 0, 0, '1999-12-31', '2000-01-01 06:00'],
    ],
  ],
}

test('the cells of a workbook are of the kind of their column, page by page, and none is a formula', async () => {
  const bytes = await buffer(xlsxFile(table, '#2b4a6f'))
  const [sheet] = await sheetsIn(bytes)
  assert.deepEqual(
    [sheet?.name, sheet?.formulas, sheet?.rows.map((row) => row.map(({ value }) => value))],
    [
      "T'i-t",
      0,
      [
        ['名單　2 位'],
        [...kinds],
        ['=1+1', 1.5, 3, 1234.5, 46415, 46415.5],
        ['a<b>', '', 4, 1200, '', ''],
        ['007', -2, 0, 0, 36525, 36526.25],
      ],
    ],
  )
  assert.equal(sheet?.rows[4]?.[0]?.type, 'text')
  assert.deepEqual(bytes, await buffer(xlsxFile(table, '#2b4a6f')), 'the same table makes the same bytes')
})

test('the headings have filters, stay in sight and are printed on each page', async () => {
  const parts = partsOf(await buffer(xlsxFile(table, '#2b4a6f')))
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  assert.match(sheet, /<pane ySplit="2" topLeftCell="A3"[^>]* state="frozen"\/>/)
  assert.match(sheet, /<autoFilter ref="A2:F5"\/><mergeCells count="1"><mergeCell ref="A1:F1"\/>/)
  assert.match(sheet, /<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"\/>/)
  assert.match(parts.get('xl/workbook.xml') ?? '', /Print_Titles" localSheetId="0">'T''i-t'!\$1:\$2</)
  assert.match(parts.get('xl/styles.xml') ?? '', /<b\/><sz val="11"\/><color rgb="FF2B4A6F"\/>/)
})
