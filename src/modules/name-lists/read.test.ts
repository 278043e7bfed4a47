import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csv, workbook } from '../../../test/fixtures/moving.ts'
import { house } from '../../../test/house.ts'

const { as } = await house()
const sales = as('sales')
const base64 = (bytes: Buffer) => bytes.toString('base64')
const read = (body: object) => sales.post('/name-lists/read', { kind: 'travelers', ...body })
const codes = ({ data }: { data: { columns: { code: string | null }[] } }) => data.columns.map(({ code }) => code)
const cells = ({ data }: { data: { lines: { cells: string[] }[] } }) => data.lines.map(({ cells }) => cells)

test('pasted cells are read by their headings, as companies write them, wherever these stand', async () => {
  const pasted = [
    '大發股份有限公司 員工旅遊\t\t\t\t\t\t',
    '序號\t員工姓名\t護照英文姓名\t性別\t出生年月日(民國)\t手機\t備註：飲食',
    '1\t王小美\tWANG, HSIAO-MEI\t女\t77/5/6\t912345678\t素食',
    '2\t林"大"明\tLIN, TA-MING\t男\t0650102\t0922-333-444\t',
    '3\t\t\t\t\t\t',
  ].join('\n')
  const list = await read({ pasted })
  assert.equal(list.status, 200, JSON.stringify(list.body))
  assert.deepEqual(codes(list), [null, 'name', 'passport_name', 'gender', 'birth_date', 'mobile', 'notes'])
  assert.equal(list.data.columns[4].heading, '出生年月日(民國)')
  assert.deepEqual(cells(list), [
    ['1', '王小美', 'WANG, HSIAO-MEI', '女', '1988-05-06', '0912345678', '素食'],
    ['2', '林"大"明', 'LIN, TA-MING', '男', '1976-01-02', '0922-333-444', ''],
  ])
  assert.deepEqual(
    list.data.choices.slice(0, 2).map(({ code, label, label_en }: Record<string, string>) => [code, label, label_en]),
    [
      ['name', '姓名', 'Name'],
      ['surname_en', '護照英文姓', 'Surname as in the passport'],
    ],
  )
})

test('without headings the columns are guessed by what they hold', async () => {
  const pasted = [
    '1\t王小美\t女\t77/5/6\tA223456789\t312345678\t2031/5/6\t912345678\tmei@example.com',
    '2\t林大明\t男\t65/1/2\tA123456789\t312345679\t2032/5/6\t922333444\tlin@example.com',
    '3\t陳小安\t男\t不詳\tF123456789\t312345670\t2033/5/6\t933444555\t',
  ].join('\n')
  assert.deepEqual(codes(await read({ pasted })), [
    null,
    'name',
    'gender',
    'birth_date',
    'national_id',
    'passport_number',
    'passport_expires_on',
    'mobile',
    'email',
  ])
  assert.deepEqual(codes(await read({ pasted: '王小美\n林大明\n' })), ['name'])
  const guests = await sales.post('/name-lists/read', {
    kind: 'guests',
    pasted: '王小美\t0912345678\t2\n林大明\t02-25550100\t3\n',
  })
  assert.deepEqual(codes(guests), ['guest_name', 'guest_phone', 'people'])
})

test('a workbook holds days and numbers, a CSV file may be in Big5, and any other file is refused with the way out', async () => {
  const table = [
    ['姓名', '生日', '電話'],
    ['王小美', 32269, 912345678],
  ]
  const list = await read({ file_name: '名單.xlsx', file: base64(await workbook({ 名單: table })) })
  assert.deepEqual(
    [codes(list), cells(list)],
    [['name', 'birth_date', 'mobile'], [['王小美', '1988-05-06', '0912345678']]],
  )
  const big5 = Buffer.from([0xa9, 0x6d, 0xa6, 0x57, 0x0a, 0xa4, 0xfd, 0xa4, 0x70, 0x0a])
  assert.deepEqual(cells(await read({ file_name: '名單.csv', file: base64(big5) })), [['王小']])
  assert.equal((await read({ file_name: '名單.pdf', file: base64(csv(['x'])) })).status, 415)
  for (const [body, field] of [
    [{}, 'pasted'],
    [{ pasted: '姓名\t生日\n' }, 'pasted'],
    [{ pasted: `姓名\n${'甲\n'.repeat(501)}` }, 'pasted'],
  ] as const)
    assert.deepEqual(Object.keys((await read(body)).body.errors), [field])
  assert.equal((await as('customer').post('/name-lists/read', { kind: 'travelers', pasted: '姓名\n甲\n' })).status, 403)
})
