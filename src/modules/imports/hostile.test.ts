import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archive, changed } from '../../../test/fixtures/archives.ts'
import { workbook } from '../../../test/fixtures/moving.ts'
import { Refusal } from '../../kit/errors.ts'
import { type Bounds, readWorkbook } from '../../kit/files/workbook.ts'

const bounds: Bounds = { rows: 100, columns: 10 }
const book = await workbook({
  branches: [
    ['code', 'name'],
    ['A', '甲'],
  ],
})
const sheet = 'xl/worksheets/sheet1.xml'

const refusalOf = async (bytes: Buffer, within = bounds) => {
  try {
    await readWorkbook(bytes, within)
    return 'taken'
  } catch (error) {
    assert.ok(error instanceof Refusal, `${error}`)
    return [error.code, error.extras.detail?.[1]]
  }
}
const unreadable = ['unsupported_media_type', 'The file cannot be read: save it as XLSX or CSV.']
const tooLarge = ['too_large', 'Unpacked, the file is too large: divide it, or save it as CSV.']

test('a workbook that unpacks to too much is refused before anything is unpacked', async () => {
  const bomb = archive({ [sheet]: Buffer.alloc(210 * 1024 * 1024) })
  assert.ok(bomb.length < 1024 * 1024)
  assert.deepEqual(await refusalOf(bomb), tooLarge)
  assert.deepEqual(
    await refusalOf(archive(Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`${i}`, ''])))),
    tooLarge,
  )
})

test('a workbook whose directory tells smaller sizes is given up where it is larger', async () => {
  const liar = changed(book, sheet, (xml) => xml + ' '.repeat(50 * 1024 * 1024))
  assert.equal(await refusalOf(book), 'taken')
  const parts = { 'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="1"/></sheets></workbook>' }
  const rels = '<Relationships><Relationship Id="1" Target="worksheets/sheet1.xml"/></Relationships>'
  const rows = `<worksheet><sheetData>${'<row><c t="str"><v>x</v></c></row>'.repeat(50)}</sheetData></worksheet>`
  const all = { ...parts, 'xl/_rels/workbook.xml.rels': rels, [sheet]: rows }
  assert.equal(await refusalOf(archive(all)), 'taken')
  assert.deepEqual(await refusalOf(archive(all, { [sheet]: 40 })), unreadable)
  assert.equal(liar.length < 1024 * 1024, true)
})

test('entities are never expanded, and no document type is taken', async () => {
  const lol = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
  assert.deepEqual(
    await refusalOf(changed(book, sheet, (xml) => xml.replace('<worksheet', `${lol}<worksheet`))),
    unreadable,
  )
  assert.deepEqual(
    await refusalOf(changed(book, sheet, (xml) => xml.replace('<sheetData>', '<sheetData>&b;'))),
    unreadable,
  )
})

test('macros, broken XML, and more lines or columns than the bounds are refused', async () => {
  const parts = { 'xl/workbook.xml': '<workbook/>', 'xl/vbaProject.bin': 'x' }
  assert.deepEqual(await refusalOf(archive(parts)), [
    'unsupported_media_type',
    'The file has macros: save it as XLSX without macros, or as CSV.',
  ])
  assert.deepEqual(await refusalOf(changed(book, sheet, (xml) => xml.slice(0, -20))), unreadable)
  assert.deepEqual(await refusalOf(book, { rows: 1, columns: 10 }), [
    'too_large',
    'The file has more than 1 lines, empty ones included: delete the empty lines, or divide it.',
  ])
  assert.deepEqual(await refusalOf(book, { rows: 10, columns: 1 }), [
    'too_large',
    'The file has more than 1 columns: remove those that are not needed.',
  ])
  assert.deepEqual(await refusalOf(Buffer.from('PK\x03\x04 cut off')), unreadable)
})

test('dates of workbooks that count from 1904 are told apart, and readings of Japanese texts are left out', async () => {
  const old = changed(book, 'xl/workbook.xml', (xml) =>
    xml.replace(/<workbookPr[^>]*\/>/, '').replace('<sheets>', '<workbookPr date1904="1"/><sheets>'),
  )
  assert.equal((await readWorkbook(old, bounds)).startsIn1904, true)
  const read = changed(book, sheet, (xml) =>
    xml.replace(
      /<c r="B2"[^>]*>.*?<\/c>/,
      '<c r="B2" t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c>',
    ),
  )
  assert.equal((await readWorkbook(read, bounds)).sheets[0]?.rows[1]?.cells[1]?.text, '東京')
})
