import assert from 'node:assert/strict'
import { test } from 'node:test'
import writeWorkbook from 'write-excel-file/node'
import { workbook } from '../../../test/fixtures/moving.ts'
import { linesOf, readBankFile } from './read.ts'

const columns = {
  booked_at: '交易日期',
  debit: '支出',
  credit: '存入',
  last5: '轉出帳號',
  text: '備註',
  balance: '餘額',
}
const headings = ['交易日期', '支出', '存入', '餘額', '轉出帳號', '備註']

/** What a workbook is read as: the lines, what went out, whether the sum agrees, and what cannot be read. */
const read = async (bytes: Buffer) => {
  const { lines, debits, footer, faults } = linesOf(await readBankFile('bank.xlsx', bytes), columns)
  return {
    lines: lines.map(({ booked_on, amount, last_five, payer_text }) => [booked_on, amount, last_five, payer_text]),
    debits: debits.map(({ booked_on, amount, last_five, payee_text }) => [booked_on, amount, last_five, payee_text]),
    footer,
    faults: faults.map(({ line }) => line),
    marks: lines.map(({ mark }) => mark),
  }
}
const expected = {
  lines: [
    ['2026-11-30', 12_000, '12345', '王小美 團費'],
    ['2026-11-30', 1200.5, null, '利息'],
    ['2026-12-01', 30_000, '00017', '林大明'],
  ],
  debits: [['2026-12-01', 1500, '23456', '退款']],
  footer: { sum: 43_200.5, agrees: true },
  faults: [],
}

/** As Excel keeps it: days and amounts are numbers with a format, which no text in the file shows. */
const typed = async () => {
  const day = (text: string, time = '00:00') => ({
    ...{ value: new Date(`${text}T${time}:00Z`), type: Date, format: 'yyyy/mm/dd' },
  })
  const number = (value: number) => ({ value, type: Number, format: '#,##0.00' })
  const text = (value: string) => ({ value, type: String })
  const rows = [
    [text('玉山銀行 交易明細')],
    headings.map(text),
    [day('2026-11-30', '14:05'), null, number(12_000), number(51_000), text('808-0000000012345'), text('王小美 團費')],
    [day('2026-11-30'), null, number(1200.5), number(52_200.5), null, text('利息')],
    [day('2026-12-01'), number(1500), null, number(50_700.5), text('822-0015940123456'), text('退款')],
    // A number with zeros before it is kept as a number by who typed it.
    [day('2026-12-01'), null, number(30_000), number(80_700.5), { value: 1_200_017, type: Number }, text('林大明')],
    [text('合計'), number(1500), number(43_200.5), null, null, null],
  ]
  return Buffer.from(await writeWorkbook([{ sheet: '明細', data: rows }] as never, {}).toBuffer())
}

/** The same as text, as banks export it that fill a workbook from a web page. */
const asText = () =>
  workbook({
    明細: [
      ['玉山銀行 交易明細'],
      headings,
      ['115/11/30', '', '12,000', '51,000', '808-0000000012345', '王小美 團費'],
      ['115/11/30', '', '1,200.50', '52,200.50', '', '利息'],
      ['115/12/01', '1,500', '', '50,700.50', '822-0015940123456', '退款'],
      ['115/12/01', '', '３０,０００', '80,700.50', '1200017', '林大明'],
      ['合計', '1,500', '43,200.50', '', '', ''],
    ],
  })

test('a workbook with true days and numbers is read as what it shows', async () => {
  const { marks, ...shown } = await read(await typed())
  assert.deepEqual(shown, expected)
  assert.equal(new Set(marks).size, 3)
  assert.deepEqual((await read(await typed())).marks, marks, 'the same file again has the same marks')
})

test('a workbook with days of the Republic and amounts as text is read as the same', async () => {
  const { marks, ...shown } = await read(await asText())
  assert.deepEqual(shown, expected)
  assert.equal(new Set(marks).size, 3)
})

test('an empty first sheet is passed over, and a fault names its row', async () => {
  const wrong = await workbook({ 說明: [], 明細: [headings, ['115/11/30', '', '七百', '1', '', '']] })
  assert.deepEqual((await read(wrong)).faults, [2])
})
