import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { completeAgency } from '../../../test/fixtures/agency.ts'
import { csv, mover, workbook } from '../../../test/fixtures/moving.ts'
import { ownWorkbook } from '../../../test/fixtures/own-workbook.ts'
import { house } from '../../../test/house.ts'
import { seedReference } from '../../seeds/reference.ts'

const home = await house()
const { db, database, as } = home
await database.transaction({}, seedReference)
await completeAgency(as)
const { admin, send, run, bring } = mover(home)
const packages = await bring(
  'packages.xlsx',
  await workbook({
    packages: [
      ['package_code', 'name', 'kind', '天數', 'min_pax', '最多人數', '訂金', 'area_code', 'country_codes', 'status'],
      ['OSA', '京阪神五日', '團體', 2, 10, 30, 10000, 'NORTHEAST_ASIA', 'JP', 'published'],
    ],
    'package-prices': [
      ['package_code', 'adult', 'child_no_bed', 'infant', 'single_supplement', 'deposit'],
      ['OSA', '36,900', 32900, 0, 8000, 10000],
    ],
    'package-days': [
      ['行程代碼', '起始天', '標題', '城市', '住宿城市'],
      ['OSA', 1, '台北／大阪', '大阪', '大阪'],
      ['OSA', 2, '大阪／台北', '大阪', null],
    ],
  }),
)
assert.deepEqual([packages.status, packages.problems], ['done', []])
/** A day as the Republic writes it. */
const republicDay = async (days: number) => {
  const { rows } = await sql<{ day: string }>`
    select to_char(today() + ${days}::integer - interval '1911 years', 'FMYYY/MM/DD') as day`.execute(db)
  return rows[0]?.day ?? ''
}
const [departs, returns] = [await republicDay(90), await republicDay(91)]
const own = (prefix: string) => ownWorkbook({ package_code: 'OSA', prefix, departs, returns })

type Sheet = {
  sheet: string
  kind: string | null
  is_proposed: boolean
  heading_row: number
  columns: { heading: string; column: string; is_guess: boolean; examples: string[] }[]
  words: { column: string; word: string; lines: number; means: string | null }[]
  choices: { column: string; choices: { value: string; label: string }[] }[]
}
const mappingOf = async (id: number, query = ''): Promise<Sheet[]> =>
  (await admin.get(`/imports/${id}/mapping${query}`)).data.sheets
/** What somebody answers who takes each proposal. */
const taken = ({ sheet, kind, heading_row, columns }: Sheet) => ({
  sheet,
  kind,
  heading_row,
  columns: Object.fromEntries(columns.map(({ heading, column }) => [heading, column])),
})

test('a workbook with own sheets, headings and words is mapped, checked and imported, and the next of its form needs no answer', async () => {
  const sent = await send('我們的資料.xlsx', await own('OWN'))
  assert.equal(sent.status, 201)
  assert.deepEqual(
    [sent.data.is_unmapped, sent.data.may_run, sent.data.refused],
    [true, false, 66],
    'nobody has said what the three sheets hold',
  )
  assert.deepEqual(
    sent.data.causes.map(({ sheet, code }: Record<string, string>) => [sheet, code]),
    [
      ['出團總表', 'unknown_sheet'],
      ['客戶資料', 'unknown_sheet'],
      ['名單', 'unknown_sheet'],
    ],
  )

  const proposed = await mappingOf(sent.data.id)
  assert.deepEqual(
    proposed.map(({ sheet, kind, heading_row, is_proposed }) => [sheet, kind, heading_row, is_proposed]),
    [
      ['出團總表', 'planned-trips', 2, true],
      ['客戶資料', 'bookings', 3, true],
      ['名單', 'travelers', 2, true],
    ],
  )
  assert.deepEqual(
    proposed.map(({ columns }) => Object.fromEntries(columns.map(({ heading, column }) => [heading, column]))),
    [
      {
        ...{ 團代號: 'serial', 出團日: 'departure_date', 回來日: 'return_date', 產品代碼: 'package_code' },
        ...{ 團況: 'status', 席次: 'capacity', 直客價: 'adult', 櫃號: '' },
      },
      {
        ...{ 訂單號碼: 'booking_number', 團代號: 'planned_trip_serial', 客戶: 'contact_name', 電話: 'contact_phone' },
        ...{ 報名日: 'booked_at', 進度: 'status' },
      },
      {
        ...{ 訂單號碼: 'booking_number', 旅客姓名: 'name', 男女: 'gender', 生日: 'birth_date' },
        ...{ 護照號: 'passport_number', 手機: 'mobile' },
      },
    ],
  )
  assert.deepEqual(proposed[0]?.columns[0]?.examples, ['OWN01', 'OWN02', 'OWN03'])

  const mapped = await admin.post(`/imports/${sent.data.id}/mapping`, { sheets: proposed.map(taken) })
  assert.equal(mapped.status, 202)
  assert.deepEqual([mapped.data.is_unmapped, mapped.data.refused], [false, 40])
  assert.deepEqual(
    mapped.data.causes,
    ['出團總表', '客戶資料'].map((sheet, i) => ({
      sheet,
      column: 'status',
      code: 'unknown_word',
      message: [
        'A cell may hold: Draft, Open for booking, Guaranteed, Closed for booking, On the way, Returned, Settled, Cancelled.',
        'A cell may hold: Waitlisted, Seats held, Confirmed, Completed, Cancelled.',
      ][i],
      lines: 20,
      first: i ? [4, 5, 6, 7, 8] : [3, 4, 5, 6, 7],
      words: [{ word: i ? '已繳訂' : '已發布', lines: 20 }],
    })),
  )
  assert.deepEqual(
    mapped.data.sheets.map(({ refused, waiting }: Record<string, number>) => [refused, waiting]),
    [
      [20, 0],
      [20, 0],
      [0, 20],
    ],
    'travelers of refused bookings wait, and are no faults',
  )
  assert.deepEqual(mapped.data.repairs, [
    { sheet: '客戶資料', column: 'contact_phone', code: 'zero', cells: 20 },
    { sheet: '客戶資料', column: 'contact_name', code: 'title', cells: 20 },
    { sheet: '名單', column: 'mobile', code: 'zero', cells: 20 },
    { sheet: '名單', column: 'name', code: 'title', cells: 20 },
  ])

  const asked = await mappingOf(sent.data.id)
  assert.deepEqual(asked[0]?.words, [{ column: 'status', word: '已發布', lines: 20, means: null }])
  assert.deepEqual(asked[0]?.choices[0]?.choices.slice(0, 2), [
    { value: 'draft', label: 'Draft' },
    { value: 'open', label: 'Open for booking' },
  ])
  const words: Record<string, object> = {
    出團總表: { status: { 已發布: 'open' } },
    客戶資料: { status: { 已繳訂: 'confirmed' } },
  }
  const answered = await admin.post(`/imports/${sent.data.id}/mapping`, {
    sheets: asked.map((sheet) => ({ ...taken(sheet), words: words[sheet.sheet] ?? {} })),
  })
  assert.deepEqual([answered.data.problems, answered.data.created, answered.data.may_run], [[], 60, true])
  const done = await run(answered)
  assert.deepEqual([done.status, done.created], ['done', 60])
  const { data } = await admin.get('/bookings?q=OWN01-001')
  assert.deepEqual(
    data.map(({ status, contact }: { status: string; contact: object }) => [status, contact]),
    [['confirmed', { name: '王美玲', phone: '0912000100', email: null, line_id: null }]],
  )
  const [traveler] = (await admin.get(`/travelers?booking_id=${data[0].id}`)).data
  assert.deepEqual([traveler.name, traveler.mobile, traveler.gender], ['王美玲', '0912000100', 'female'])

  const next = await send('下個月.xlsx', await own('NEXT'))
  assert.deepEqual(
    [next.data.is_unmapped, next.data.problems, next.data.created, next.data.may_run],
    [false, [], 60, true],
  )
})

test('an answer is refused that names no sheet or column of the file, and after the run there is nothing to map', async () => {
  const sent = await send('x.csv', csv(['代號', '店名'], ['TAINAN', '台南分公司']))
  const put = (sheets: object[]) => admin.post(`/imports/${sent.data.id}/mapping`, { sheets })
  const said = async (sheets: object[]) => {
    const { status, body } = await put(sheets)
    return [status, body.errors?.sheets?.[0]]
  }
  assert.deepEqual(await said([{ sheet: 'y', kind: 'branches' }]), [422, 'The file has no sheet “y”.'])
  assert.deepEqual(await said([{ sheet: 'x', kind: 'branches', columns: { 代號: 'serial' } }]), [
    422,
    'This kind has no column “serial”.',
  ])
  const columns = { 代號: 'code', 店名: 'name' }
  const mapped = await put([{ sheet: 'x', kind: 'branches', columns }])
  assert.deepEqual([mapped.data.created, mapped.data.may_run], [1, true])
  assert.equal((await run(mapped)).status, 'done')
  const late = await put([{ sheet: 'x', kind: 'branches', columns }])
  assert.deepEqual(
    [late.status, late.body.detail],
    [409, 'Columns are mapped before the import. The file is gone: upload it again.'],
  )
  assert.equal((await admin.get(`/imports/${sent.data.id}/mapping`)).status, 409)
  const { rows } = await sql`select from imports where mapping is not null and file is null`.execute(db)
  assert.equal(rows.length, 0, 'the mapping goes with the file')
})

test('a sheet is left out for good, two sheets may hold one kind, and its records stand in one of them', async () => {
  const book = await workbook({
    北區: [
      ['店號', '店名'],
      ['N1', '士林'],
      ['N2', '板橋'],
    ],
    南區: [
      ['店號', '店名'],
      ['S1', '左營'],
      ['N2', '板橋'],
    ],
    說明: [['填表說明', '請勿刪除']],
  })
  const sent = await send('門市.xlsx', book)
  const columns = { 店號: 'code', 店名: 'name' }
  const { data } = await admin.post(`/imports/${sent.data.id}/mapping`, {
    sheets: [
      { sheet: '北區', kind: 'branches', columns },
      { sheet: '南區', kind: 'branches', columns },
      { sheet: '說明', kind: null },
    ],
  })
  assert.deepEqual(
    data.problems.map(({ sheet, line, code, message }: Record<string, unknown>) => [sheet, line, code, message]),
    [['南區', 3, 'twice_line', 'This is the same record as line 3 of the sheet “北區”.']],
  )
  const again = await send('門市2.xlsx', book)
  assert.deepEqual([again.data.is_unmapped, again.data.refused], [false, 1])
})

test('what stands in a cell for a name is asked for, and the answer is not kept for others', async () => {
  const file = csv(
    ['booking_number', 'name', 'mobile'],
    ['OWN01-001', '林一、林二', ''],
    ['OWN01-001', '林三 0911-222-333', '0922 000 000'],
    ['OWN01-001', '林四四 0911-222-444', ''],
    ['OWN01-001', '林小姐', ''],
  )
  const sent = await send('travelers.csv', file)
  assert.deepEqual(
    sent.data.problems.map(({ line, column, code }: Record<string, unknown>) => [line, column, code]),
    [
      [2, 'name', 'two_names'],
      [3, 'name', 'phone_in_name'],
    ],
  )
  assert.deepEqual(sent.data.repairs, [{ sheet: 'travelers', column: 'name', code: 'phone', cells: 1 }])
  assert.ok(!JSON.stringify(sent.data).includes('林一'), 'a report names nobody')
  const [sheet] = await mappingOf(sent.data.id)
  assert.deepEqual(
    sheet?.words.map(({ column, word }) => [column, word]),
    [
      ['name', '林一、林二'],
      ['name', '林三 0911-222-333'],
    ],
  )
  const words = { name: { '林一、林二': '林一', '林三 0911-222-333': '林三' } }
  const answered = await admin.post(`/imports/${sent.data.id}/mapping`, {
    sheets: [{ sheet: 'travelers', kind: 'travelers', words }],
  })
  assert.deepEqual([answered.data.problems, answered.data.created], [[], 4])
  const { rows } = await sql`select from import_forms where words::text like '%林一%'`.execute(db)
  assert.equal(rows.length, 0)
})

test('an administrator who has not uploaded a file is logged when its cells are read', async () => {
  const { rows: before } = await sql`select from import_reads`.execute(db)
  const sent = await send('x.csv', csv(['代號', '店名'], ['YILAN', '宜蘭']))
  await mappingOf(sent.data.id)
  const { rows: own } = await sql`select from import_reads`.execute(db)
  assert.equal(own.length, before.length)
  await sql`update imports set imported_by = null where id = ${sent.data.id}`.execute(db)
  await mappingOf(sent.data.id)
  const { rows } = await sql<{ rows: number }>`select rows from import_reads where import_id = ${sent.data.id}`.execute(
    db,
  )
  assert.deepEqual(rows, [{ rows: 2 }])
})

test('the example of a template is not imported, also after columns were removed', async () => {
  const { body } = await admin.get('/imports/kinds/bookings/template?format=csv&locale=zh-TW')
  const [headings = '', example = ''] = String(body).replace('\u{feff}', '').split('\r\n')
  const cut = (line: string) => line.split(',').slice(0, 4).join(',')
  const { data } = await send('訂單.csv', `${cut(headings)}\n${cut(example)}\n`)
  assert.deepEqual([data.rows, data.problems], [0, []])
})

test('a trip that has returned needs no published package, no days of it and no record of the house', async () => {
  const other = await house()
  await other.database.transaction({}, seedReference)
  const moving = mover(other)
  const past = await republicDay(-40)
  const sheets = {
    packages: [
      ['package_code', 'name', 'kind', '天數'],
      ['OLD', '舊行程', '團體', 5],
    ],
    'planned-trips': [
      ['serial', 'package_code', 'departure_date', 'status', 'adult'],
      ['OLD01', 'OLD', past, '已結團', 30_000],
    ],
    bookings: [
      ['booking_number', 'planned_trip_serial', 'contact_name', 'contact_phone', 'status'],
      ['OLD01-001', 'OLD01', '王美玲', '0912 000 001', '已完成'],
    ],
    travelers: [
      ['booking_number', 'name', 'birth_date'],
      ['OLD01-001', '王美玲', '73/6/21'],
    ],
    payments: [
      ['booking_number', 'amount', 'method', 'received_at'],
      ['OLD01-001', 30_000, 'cash', past],
    ],
  }
  const sent = await moving.send('past.xlsx', await workbook(sheets))
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
  const done = await moving.run(sent)
  assert.deepEqual([done.status, done.problems, done.created], ['done', [], 5])
  const soon = [sheets['planned-trips'][0] ?? [], ['OLD02', 'OLD', departs, '開放報名', 30_000]]
  const { data } = await moving.send('soon.xlsx', await workbook({ 'planned-trips': soon }))
  assert.deepEqual(
    data.problems.map(({ column, message }: Record<string, string>) => [column, message]),
    [['package_code', 'Trips are planned from published packages only.']],
  )
})
