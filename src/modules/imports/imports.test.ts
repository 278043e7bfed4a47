import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { completeAgency } from '../../../test/fixtures/agency.ts'
import { changed } from '../../../test/fixtures/archives.ts'
import { csv, mover, workbook } from '../../../test/fixtures/moving.ts'
import { house } from '../../../test/house.ts'
import { timesIn } from '../../../test/xlsx.ts'
import { seedReference } from '../../seeds/reference.ts'
import { kinds } from './kinds.ts'

const home = await house()
const { db, database, as } = home
await database.transaction({}, seedReference)
await completeAgency(as)
const { admin, send, run, undo, bring, problemsOf } = mover(home)

const counts = ({ status, rows, created, unchanged, refused }: Record<string, unknown>) => [
  status,
  rows,
  created,
  unchanged,
  refused,
]

test('every kind names its columns in both languages, without two that mean the same', () => {
  for (const { code, columns } of kinds) {
    const names = columns.flatMap((column) => [column.code, ...column.words].map((name) => name.toLowerCase()))
    const own = columns.map((column) => new Set([column.code, ...column.words].map((name) => name.toLowerCase())).size)
    assert.equal(
      new Set(names).size,
      own.reduce((sum, n) => sum + n, 0),
      `${code}: ${names}`,
    )
  }
})

test('kinds are listed in their order, with their columns and how many records there are', async () => {
  const { data } = await admin.get('/imports/kinds')
  assert.deepEqual(
    data.map(({ code }: { code: string }) => code),
    [
      ...[
        'branches',
        'accounts',
        'hotels',
        'suppliers',
        'airline-routes',
        'exchange-rates',
        'leaders',
        'leader-leave',
        'packages',
      ],
      ...['package-prices', 'package-days', 'planned-trips', 'trip-flights', 'trip-stays', 'enquiries', 'bookings'],
      ...[
        'travelers',
        'traveler-requests',
        'stay-rooms',
        'addon-requests',
        'price-lines',
        'payments',
        'legal-receipts',
      ],
      'costs',
    ],
  )
  const [branches, accounts] = data
  assert.deepEqual([branches.label, branches.label_en, branches.count, accounts.count], ['分公司', 'Branches', 0, 10])
  assert.deepEqual(branches.columns[0], {
    code: 'code',
    label: '代碼',
    label_en: 'Code',
    is_required: true,
    example: 'TAICHUNG',
  })
})

test('a template has the headings in the language of the reader, and its example is not imported', async () => {
  const zh = await admin.get('/imports/kinds/branches/template?format=csv&locale=zh-TW')
  assert.match(String(zh.body), /^\u{feff}代碼\*,名稱\*,英文名稱,地址,/u)
  assert.equal(zh.headers['content-disposition'], 'attachment; filename="branches.csv"')
  const tried = await send('branches.csv', zh.bytes)
  assert.deepEqual(counts(tried.data), ['checked', 0, 0, 0, 0])
  const book = await admin.get('/imports/kinds/leaders/template')
  assert.deepEqual(timesIn(book.bytes), ['0000000000100001 0'])
  const taken = await send('all.xlsx', book.bytes)
  assert.deepEqual([taken.status, counts(taken.data)], [201, ['checked', 0, 0, 0, 0]])
  assert.equal((await admin.get('/imports/kinds/cars/template')).status, 404)
})

test('headings are codes, or words of either language, or mapped; a check writes nothing, and a run imports once', async () => {
  const checked = await send('分公司.csv', csv(['code', '名稱', 'Phone'], ['KAOHSIUNG', '高雄分公司', '07 222 3333']))
  assert.equal(checked.status, 201)
  assert.equal(checked.headers.location, `/api/imports/${checked.data.id}`)
  assert.deepEqual(
    [counts(checked.data), checked.data.may_run, checked.data.is_rehearsed],
    [['checked', 1, 1, 0, 0], true, true],
  )
  assert.equal((await admin.get('/branches')).data.length, 0)
  const done = await run(checked)
  assert.deepEqual([counts(done), done.may_undo], [['done', 1, 1, 0, 0], true])
  const { data } = await admin.get('/branches')
  assert.deepEqual([data[0].code, data[0].name, data[0].phone], ['KAOHSIUNG', '高雄分公司', '07 222 3333'])
  const again = await admin.post(`/imports/${checked.data.id}/run`)
  assert.deepEqual([again.status, again.body.detail], [409, 'This import was run already: upload the file again.'])

  const mapped = await bring('x.csv', csv(['代號', '店名', '備用'], ['TAINAN', '台南分公司', 'x']), {
    kind: 'branches',
    mapping: { 代號: 'code', 店名: '名稱', 備用: '' },
  })
  assert.deepEqual(counts(mapped), ['done', 1, 1, 0, 0])
})

test('a second import recognizes what is there, and overwrites nothing', async () => {
  const file = csv(['code', 'name'], ['KAOHSIUNG', '別的名字'], ['HUALIEN', '花蓮分公司'])
  assert.deepEqual(counts(await bring('branches.csv', file)), ['done', 2, 1, 1, 0])
  assert.deepEqual(counts(await bring('branches.csv', file)), ['done', 2, 0, 2, 0])
  const { data } = await admin.get('/branches?q=KAOHSIUNG')
  assert.equal(data[0].name, '高雄分公司')
  assert.deepEqual(await problemsOf('branches.csv', file, { on_existing: 'refuse' }), [
    [2, 'code', 'exists', 'This record is there already.'],
    [3, 'code', 'exists', 'This record is there already.'],
  ])
})

test('what is wrong is named by line and column, and such a file is not run', async () => {
  const file = csv(
    ['編號', 'name', '名稱', 'city_name', 'email'],
    ['1', '大阪日航', '大阪日航', '大阪', 'a@example.com'],
  )
  const [unknown, twice] = await problemsOf('hotels.csv', file)
  assert.match(unknown[3], /^There is no column “編號”: rename it, remove it, or map it\. There are: name, name_en,/)
  assert.deepEqual(
    [unknown.slice(0, 3), twice],
    [
      [1, '編號', 'unknown_column'],
      [1, 'name', 'same_column', 'The columns B and C are the same.'],
    ],
  )
  assert.deepEqual(await problemsOf('hotels.csv', csv(['name'], ['x'])), [
    [1, 'city_name', 'missing_column', 'The column “City” (city_name) is missing.'],
  ])
  const lines = csv(
    ['name', 'city_name', 'email', 'phone'],
    ['一', '大阪', 'no address', ''],
    ['二', 'Osakka', '', ''],
    ['三', '', '', '02'],
    ['', '大阪', '', ''],
    ['四', 'Osaka', '', ''],
    ['四', 'osaka', '', ''],
  )
  const checked = await send('hotels.csv', lines)
  assert.deepEqual(
    checked.data.problems.map(({ line, column, code }: Record<string, unknown>) => [line, column, code]),
    [
      [2, 'email', 'invalid'],
      [4, 'city_name', 'required'],
      [4, 'phone', 'invalid'],
      [5, 'name', 'invalid'],
      [7, 'name', 'twice_line'],
      [3, 'city_name', 'unknown_reference'],
    ],
  )
  assert.match(checked.data.problems[5].message, /^There is no “Osakka”\. The nearest are: Osaka, /)
  assert.equal(checked.data.problems[4].message, 'This is the same record as line 6.')
  assert.deepEqual(counts(checked.data), ['checked', 6, 1, 0, 5])
  const refused = await admin.post(`/imports/${checked.data.id}/run`)
  assert.deepEqual(
    [refused.status, refused.body.detail],
    [409, '5 lines are refused: correct the file and upload it again.'],
  )
  const { body: report } = await admin.get(`/imports/${checked.data.id}/report?format=csv`, {
    'accept-language': 'zh-TW',
  })
  assert.match(String(report), /^\u{feff}工作表,列,欄位,代碼,說明\r\nhotels,2,email,invalid,/u)
  const { body: left } = await admin.get(`/imports/${checked.data.id}/report?lines=refused`)
  assert.match(String(left), /^\u{feff}name,city_name,email,phone,Reason\r\n一,大阪,no address,,email: /u)
  assert.equal(String(left).trim().split('\r\n').length, 6)
  const { rows: reads } = await sql`select import_id, actor_id, rows from import_reads`.execute(db)
  assert.deepEqual(reads, [{ import_id: checked.data.id, actor_id: home.ids.admin, rows: 5 }])
})

test('a line tells all of its faults at once', async () => {
  const lines = csv(
    ['name', 'city_name', 'email', 'phone'],
    ['一', 'Osakka', 'no address', 'x'],
    ['', '', 'no address', 'x'],
    ['二', 'Osakka', '', ''],
    ['二', 'Osakka', '', ''],
  )
  const { data } = await send('hotels.csv', lines)
  assert.deepEqual(
    data.problems.map(({ line, column, code }: Record<string, unknown>) => `${line} ${column} ${code}`).sort(),
    [
      '2 city_name unknown_reference',
      '2 email invalid',
      '2 phone invalid',
      '3 city_name required',
      '3 email invalid',
      '3 name invalid',
      '3 phone invalid',
      '4 city_name unknown_reference',
      '5 city_name unknown_reference',
      '5 name twice_line',
    ],
  )
  assert.deepEqual(counts(data), ['checked', 4, 0, 0, 4])
})

test('files that are none are refused with the way out', async () => {
  const said = async (name: string, bytes: Buffer | string, more = {}) => {
    const { status, body } = await send(name, bytes, more)
    return [status, body.errors ? Object.values(body.errors).flat()[0] : body.detail]
  }
  const other = 'Only XLSX and CSV are taken: save the file as one of them.'
  assert.deepEqual(await said('a.pdf', '%PDF-1.7'), [415, other])
  assert.deepEqual(await said('branches.csv', Buffer.from([0, 1, 2])), [415, other])
  assert.deepEqual(await said('a.xlsx', 'no archive'), [415, 'The file cannot be read: save it as XLSX or CSV.'])
  assert.deepEqual(await said('a.xlsx', Buffer.from('d0cf11e0a1b11ae100', 'hex')), [
    415,
    'This is an old XLS file, or one with a password: remove the password and save it as XLSX or CSV.',
  ])
  assert.deepEqual(await said('branches.csv', 'code,name\n'), [422, 'The file has no lines of data.'])
  assert.deepEqual(await said('branches.csv', 'code,name\nA,"b\n'), [
    422,
    'A quotation mark " in the file is not closed; close it, or save the file as CSV from a spreadsheet.',
  ])
  for (const unread of ['code,name\nA,"b\n', Buffer.from([0x41, 0xff, 0xff])])
    assert.deepEqual(Object.keys((await send('branches.csv', unread)).body.errors), ['file'])
  const many = `code,name\n${'A,b\n'.repeat(100_001)}`
  assert.deepEqual(await said('branches.csv', many), [
    413,
    'The file has more than 100000 lines, empty ones included: delete the empty lines, or divide it.',
  ])
  assert.deepEqual(await said('branches.csv', Buffer.alloc(20 * 1024 * 1024 + 1, 'a')), [
    413,
    'A file has at most 20 MB: make it smaller, then upload it.',
  ])
  const strange = await admin.upload(
    '/imports',
    form('branches.csv', 'code,name\nA,b\n', { options: '{"encoding":"latin"}' }),
  )
  assert.equal(strange.status, 422)
  for (const role of ['manager', 'sales', 'finance', 'leader', 'customer'] as const)
    assert.equal((await as(role).get('/imports/kinds')).status, 403)
})

const form = (name: string, text: string, more: Record<string, string>) => {
  const form = new FormData()
  for (const [key, value] of Object.entries(more)) form.set(key, value)
  form.set('file', new Blob([text]), name)
  return form
}

test('a sheet or a CSV file that is not called like a kind is kept, and asks what it holds', async () => {
  const all = kinds.map(({ code }) => code).join(', ')
  for (const [name, bytes] of [
    ['cars.csv', 'a,b\nc,d\n'],
    ['x.xlsx', await workbook({ cars: [['a'], ['b']] })],
  ] as const) {
    const { data } = await send(name, bytes)
    assert.deepEqual([data.status, data.may_run, data.is_unmapped], ['checked', false, true])
    assert.deepEqual(
      data.problems.map(({ code, message }: Record<string, string>) => [code, message]),
      [
        [
          'unknown_sheet',
          `The sheet “cars” is no kind of records: say what it holds, or leave it out. There are: ${all}.`,
        ],
      ],
    )
  }
})

test('cells that are separated by semicolons or tabs are read', async () => {
  const semicolons = Buffer.from('code;name\r\nPINGTUNG;"屏東分公司;潮州"\r\n')
  assert.deepEqual(counts(await bring('branches.csv', semicolons)), ['done', 1, 1, 0, 0])
  const tabs = Buffer.from('code\tname\nPINGTUNG\t屏東分公司\nYILAN\t宜蘭分公司\n')
  assert.deepEqual(counts(await bring('branches.csv', tabs)), ['done', 2, 1, 1, 0])
})

test('Big5, dates of the Republic, serials of Excel, and texts with leading zeros are read', async () => {
  // 分公司 in Big5: name 台北總公司, code TAIPEI.
  const big5 = Buffer.concat([
    Buffer.from('code,name,phone\nTAIPEI,'),
    Buffer.from('a578a55fc160a4bda5712c30', 'hex'),
    Buffer.from('2 2555 0100\n'),
  ])
  assert.deepEqual(counts(await bring('branches.csv', big5)), ['done', 1, 1, 0, 0])
  const { data } = await admin.get('/branches?q=TAIPEI')
  assert.deepEqual([data[0].name, data[0].phone], ['台北總公司', '02 2555 0100'])

  const book = await workbook({
    領隊: [
      [
        '領隊編號',
        '姓名',
        '性別',
        '出生日期',
        '到職日',
        '手機',
        '語言',
        '日薪',
        '執業證種類',
        '執業證效期',
        '護照號碼',
      ],
      [
        '0012',
        '陳志明',
        '男',
        '75/12/31',
        40179,
        '0912345678',
        'ja:native en',
        '2,500',
        '外語領隊執業證',
        50000,
        '312345678',
      ],
    ],
  })
  assert.deepEqual(counts(await bring('領隊.xlsx', book)), ['done', 1, 1, 0, 0])
  const { data: leaders } = await admin.get('/tour-leaders?q=陳志明')
  const { data: leader } = await admin.get(`/tour-leaders/${leaders[0].id}`)
  assert.deepEqual(
    [leader.leader_number, leader.gender, leader.joined_on, leader.mobile, leader.daily_fee, leader.licenses],
    [
      ...['0012', 'male', '2010-01-01', '0912345678', 2500],
      [{ type: '外語領隊執業證', number: null, issued_on: null, expires_on: '2036-11-21' }],
    ],
  )
  assert.deepEqual(leader.languages, [
    { code: 'ja', level: 'native' },
    { code: 'en', level: 'basic' },
  ])
  const { data: told } = await admin.post(`/tour-leaders/${leader.id}/reveal`, {
    fields: ['birth_date', 'passport_number'],
    reason: 'test',
  })
  assert.deepEqual([told.birth_date, told.passport_number], ['1986-12-31', '312345678'])
})

test('errors of formulas and merged cells are named', async () => {
  const book = await workbook({
    branches: [
      ['code', 'name'],
      ['EAST', '東部'],
    ],
  })
  const broken = changed(book, 'xl/worksheets/sheet1.xml', (xml) =>
    xml
      .replace(/<c r="B2"[^>]*>.*?<\/c>/, '<c r="B2" t="e"><v>#REF!</v></c>')
      .replace('</sheetData>', '</sheetData><mergeCells count="1"><mergeCell ref="A3:B3"/></mergeCells>'),
  )
  assert.deepEqual(await problemsOf('b.xlsx', broken), [
    [3, 'A3:B3', 'merged_cells', 'A3:B3 are merged cells: part them.'],
  ])
  const formula = changed(book, 'xl/worksheets/sheet1.xml', (xml) =>
    xml.replace(/<c r="B2"[^>]*>.*?<\/c>/, '<c r="B2" t="e"><v>#REF!</v></c>'),
  )
  assert.deepEqual(await problemsOf('b.xlsx', formula), [
    [2, 'name', 'formula_error', 'The formula of this cell failed (#REF!): write its value.'],
  ])
})

const packages = [
  ['package_code', 'name', 'kind', '天數', 'min_pax', '最多人數', '訂金', 'area_code', 'country_codes', 'status'],
  ['OSA', '京阪神五日', '團體', 2, 10, 30, 10000, 'NORTHEAST_ASIA', 'JP', 'published'],
]
const prices = [
  ['package_code', 'adult', 'child_no_bed', 'infant', 'single_supplement', 'deposit'],
  ['OSA', '36,900', 32900, 0, 8000, 10000],
]
const days = [
  ['行程代碼', '起始天', '標題', '城市', '住宿城市', '早餐'],
  ['OSA', 1, '台北／大阪', '大阪', '大阪', '無'],
  ['OSA', 2, '大阪／台北', '大阪', null, '含餐'],
]
const dayAt = async (days: number) => {
  const { rows } = await sql<{ day: string }>`select (today() + ${days}::integer)::text as day`.execute(db)
  return rows[0]?.day ?? ''
}
const [past, pastEnd, next, born] = [await dayAt(-30), await dayAt(-29), await dayAt(60), await dayAt(-400)]
const wholeHouse = (serial: string, leader: string | null = null) => ({
  packages,
  'package-prices': prices,
  'package-days': days,
  'planned-trips': [
    ['團號', '行程代碼', '出發日', '狀態', '領隊編號', '名額', '負責業務'],
    [`${serial}A`, 'OSA', past, 'settled', leader, 20, '業務小陳'],
    [`${serial}C`, 'OSA', next, null, leader, 20, 'sales@example.com'],
  ],
  bookings: [
    ['訂單編號', '團號', '聯絡人', '聯絡電話', '聯絡信箱', '報名時間', '狀態', '餘額'],
    [`${serial}A-001`, `${serial}A`, '王美玲', '0912 000 001', 'mei@example.com', `${past} 10:00`, '已完成', 0],
    [`${serial}C-007`, `${serial}C`, '林一', '0912 000 002', null, '115/1/5 09:30', null, 26900],
  ],
  travelers: [
    ['訂單編號', '姓名', '出生日期', '護照號碼', '護照效期', '床型'],
    [`${serial}A-001`, '王美玲', '73/6/21', '312480571', '2100-01-01', null],
    [`${serial}A-001`, '王小寶', born, null, null, null],
    [`${serial}C-007`, '林一', '1990/1/1', '312480999', 80000, null],
  ],
  'price-lines': [
    ['訂單編號', '種類', '說明', '單價'],
    [`${serial}C-007`, 'surcharge', '高爾夫', '8,000'],
    [`${serial}C-007`, 'discount', '老客戶', 8000],
  ],
  payments: [
    ['訂單編號', '金額', '付款方式', '收款時間', '參考號碼'],
    [`${serial}A-001`, 36900, '銀行轉帳', `${past} 11:00`, '12345'],
    [`${serial}C-007`, 10000, 'cash', `${past} 12:00`, null],
  ],
})

test('a workbook of many kinds is one import: past trips, bookings at their prices, and nobody hears of it', async () => {
  const before = await told()
  const checked = await send('moving.xlsx', await workbook(wholeHouse('OSA', '0012')))
  assert.deepEqual(checked.data.problems, [])
  const done = await run(checked)
  assert.deepEqual(counts(done), ['done', 15, 15, 0, 0])
  assert.deepEqual(
    done.sheets.map(({ kind, created }: { kind: string; created: number }) => [kind, created]),
    [
      ...[
        ['packages', 1],
        ['package-prices', 1],
        ['package-days', 2],
        ['planned-trips', 2],
      ],
      ...[
        ['bookings', 2],
        ['travelers', 3],
        ['price-lines', 2],
        ['payments', 2],
      ],
    ],
  )
  const { data: trips } = await admin.get('/planned-trips?sort=departure_date')
  assert.deepEqual(
    trips.map(({ serial, status, return_date }: Record<string, unknown>) => [serial, status, return_date]),
    [
      ['OSAA', 'settled', pastEnd],
      ['OSAC', 'open', await dayAt(61)],
    ],
  )
  const { data: bookings } = await admin.get('/bookings?sort=id')
  assert.deepEqual(
    bookings.map(({ booking_number, status, source, total, paid, balance }: Record<string, unknown>) => [
      ...[booking_number, status, source, total, paid, balance],
    ]),
    [
      ['OSAA-001', 'completed', 'import', 36900, 36900, 0],
      ['OSAC-007', 'confirmed', 'import', 36900, 10000, 26900],
    ],
  )
  assert.equal(bookings[1].created_at, '2026-01-05T01:30:00+00:00')
  assert.deepEqual(await told(), before, 'no notice, no mail, no webhook, no job')
  const { data: persons } = await admin.get('/persons?q=王美玲')
  assert.deepEqual(persons[0].records, { bookings: 1, travelers: 1, accounts: 0, leaders: 0 })
})

const told = async () => {
  const { rows } =
    await sql`select (select count(*) from notifications)::integer as notices, (select count(*) from deliveries)::integer as mails,
    (select count(*) from webhook_deliveries)::integer as webhooks,
    (select count(*) from jobs.job where name <> 'imports.run')::integer as jobs`.execute(db)
  return rows[0]
}

test('the counters continue behind what was imported', async () => {
  const { data: trips } = await admin.get('/planned-trips?q=OSAC')
  const { data: made } = await as('sales').post('/bookings', {
    planned_trip_id: trips[0].id,
    contact: { name: '新客', phone: '0912 999 999' },
    travelers: [{ name: '新客' }],
  })
  assert.equal(made.booking_number, 'OSAC-008')
  const [pack] = (await admin.get('/packages?q=OSA')).data
  const yymmdd = next.slice(2).replaceAll('-', '')
  await bring(
    'planned-trips.csv',
    csv(['serial', 'package_code', 'departure_date'], [`OSA${yymmdd}B`, 'OSA', next], [`OSA${yymmdd}D`, 'OSA', next]),
  )
  const { data: upcoming } = await admin.get(
    `/planned-trips/check/next-serial?package_id=${pack.id}&departure_date=${next}`,
  )
  assert.equal(upcoming.serial, `OSA${yymmdd}E`)
})

test('the same workbook again changes nothing', async () => {
  const done = await bring('moving.xlsx', await workbook(wholeHouse('OSA')))
  assert.deepEqual(counts(done), ['done', 15, 0, 15, 0])
})

test('a number of a trip that an imported booking of another trip has is passed over', async () => {
  await bring(
    'planned-trips.csv',
    csv(['serial', 'package_code', 'departure_date'], ['OSAM', 'OSA', next], ['OSAN', 'OSA', next]),
  )
  const heads = ['booking_number', 'planned_trip_serial', 'contact_name', 'contact_phone']
  const moved = ['OSAM-001', 'OSAM-002'].map((number, n) => [number, 'OSAN', '轉團客', `0912 000 10${n}`])
  assert.equal((await bring('bookings.csv', csv(heads, ...moved))).created, 2)
  const [{ id: planned_trip_id }] = (await admin.get('/planned-trips?q=OSAM')).data
  const contact = { name: '新客', phone: '0912 999 998' }
  const made = [await book({ planned_trip_id, contact }), await book({ planned_trip_id, contact })]
  assert.deepEqual(
    made.map(({ status, data }) => [status, data?.booking_number]),
    [
      [201, 'OSAM-003'],
      [201, 'OSAM-004'],
    ],
  )
})
test('a discount that is higher than the price of its booking is refused at its line', async () => {
  const discount = (amount: string) =>
    csv(['booking_number', 'kind', 'description', 'unit_price'], ['OSAM-001', 'discount', '老客戶', amount])
  assert.deepEqual(await problemsOf('price-lines.csv', discount('99999')), [
    [2, 'unit_price', 'refused', 'The total would be −NT$99,999, and cannot be below zero: give less.'],
  ])
})
const book = (booking: object) => as('sales').post('/bookings', { ...booking, travelers: [{ name: '新客' }] })

test('a booking that does not make its balance, a status that its days forbid, and too many people are refused', async () => {
  const sheets = {
    'planned-trips': [
      ['serial', 'package_code', 'departure_date', 'status', 'capacity', 'min_pax'],
      ['OSAX', 'OSA', next, 'returned', 20, 1],
      ['OSAY', 'OSA', next, null, 1, 1],
    ],
    bookings: [
      ['booking_number', 'planned_trip_serial', 'contact_name', 'contact_phone', 'balance', 'status'],
      ['OSAY-001', 'OSAY', '林一', '0912 000 002', 36000, null],
      ['OSAY-002', 'OSAY', '林二', '0912 000 003', null, 'completed'],
    ],
    travelers: [
      ['booking_number', 'name'],
      ['OSAY-001', '林一'],
      ['OSAY-002', '林二'],
    ],
  }
  assert.deepEqual(await problemsOf('moving.xlsx', await workbook({ 'planned-trips': sheets['planned-trips'] })), [
    [2, 'status', 'refused', 'The days of the trip do not allow this status.'],
  ])
  const good = { ...sheets, 'planned-trips': [sheets['planned-trips'][0], sheets['planned-trips'][2]] } as typeof sheets
  assert.deepEqual(
    (await problemsOf('moving.xlsx', await workbook(good))).map(([line, column, code, message]: string[]) => [
      ...[line, column, code, message],
    ]),
    [
      [3, 'booking_number', 'trip_full', 'The trip is full: join the waitlist or choose another trip.'],
      [
        2,
        'balance',
        'other_balance',
        'By its lines and payments the balance is NT$36,900, and the file says NT$36,000.',
      ],
    ],
    'OSAY-002 lacks its traveler, who is refused: that it is not settled is no fault of its own',
  )
  const alone = csv(
    ['booking_number', 'planned_trip_serial', 'contact_name', 'contact_phone', 'status'],
    ['OSAN-009', 'OSAN', '林二', '0912 000 003', 'completed'],
  )
  assert.deepEqual(await problemsOf('bookings.csv', alone), [
    [
      ...[2, 'status', 'not_settled'],
      'A completed booking is of a trip that has returned and owes nothing; its balance is NT$0.',
    ],
  ])
})

test('an infant may stand before its adult in the file, but not travel without one', async () => {
  const travelers = (...rows: string[][]) => csv(['booking_number', 'name', 'birth_date'], ...rows)
  const before = await bring(
    'travelers.csv',
    travelers(['OSAC-007', '林小寶', born], ['OSAC-007', '林媽媽', '1991-02-03']),
  )
  assert.deepEqual(counts(before), ['done', 2, 2, 0, 0])
  const bookings = csv(
    ['booking_number', 'planned_trip_serial', 'contact_name', 'contact_phone'],
    ['OSAC-020', 'OSAC', '周一', '0912 000 020'],
  )
  assert.equal((await bring('bookings.csv', bookings)).created, 1)
  assert.deepEqual(await problemsOf('travelers.csv', travelers(['OSAC-020', '周小寶', born])), [
    [
      ...[2, 'birth_date', 'refused'],
      'At least one adult (12 or older on the day of return) must travel with the party; add the adult.',
    ],
  ])
})

test('of lines that are written together the refused one is named, also if the database refuses it', async () => {
  const [booking] = (await admin.get('/bookings?q=OSAC-007')).data
  const payment = { amount: 5_000, method: 'cash', received_at: `${past}T02:00:00Z`, reference: 'AB-777' }
  assert.equal((await as('sales').post(`/bookings/${booking.id}/payments`, payment)).status, 201)
  const payments = (...rows: (string | number | null)[][]) =>
    csv(['booking_number', 'kind', 'amount', 'method', 'received_at', 'reference'], ...rows)
  const good = ['OSAC-007', '收款', 1_000, 'cash', `${past} 10:00`]
  assert.deepEqual(
    await problemsOf('payments.csv', payments([...good, 'AB-776'], [...good, 'AB-777'], [...good, 'AB-778'])),
    [[3, 'reference', 'refused', 'A payment with this reference is already recorded.']],
  )
  // Two travelers came by the file before: 36,900 for each of the two adults and 15,000 are paid.
  const refund = (amount: number) =>
    payments(
      ['OSAC-007', '收款', 60_000, 'cash', `${past} 10:00`, 'AB-779'],
      ['OSAC-007', '退款', amount, 'cash', `${past} 11:00`, 'AB-780'],
    )
  assert.deepEqual(await problemsOf('payments.csv', refund(1_201)), [
    ...[[3, 'amount', 'refused', 'The refund due on this booking is NT$1,200, and no more can be refunded.']],
  ])
  assert.deepEqual(counts(await bring('payments.csv', refund(1_200))), ['done', 2, 2, 0, 0])
  const { data: paid } = await admin.get(`/bookings/${booking.id}`)
  assert.deepEqual([paid.total, paid.paid, paid.balance], [73_800, 73_800, 0])
  // A reference that another booking has is not asked about: the report counts it.
  const again = await bring('payments.csv', payments(['OSAC-008', '收款', 1_000, 'cash', `${past} 10:00`, 'AB-779']))
  assert.deepEqual([...counts(again), again.shared_references], ['done', 1, 1, 0, 0, 1])
  await undo(again.id)
})

test('an import is undone while nobody has changed what it wrote; serials that were used stay used', async () => {
  const before = await everything()
  const done = await bring('moving.xlsx', await workbook({ ...wholeHouse('NEW'), packages: [packages[0] ?? [], []] }))
  assert.deepEqual([done.status, done.created], ['done', 11])
  const { data: made } = await admin.get('/bookings?q=NEWA-001')
  assert.equal(made.length, 1)
  const { version } = (await admin.get(`/bookings/${made[0].id}`)).data
  await as('sales').put(`/bookings/${made[0].id}`, { notes: 'changed' })
  const refused = await undo(done.id)
  assert.equal(refused.detail, '1 of the bookings were changed since: the import cannot be undone.')
  await sql`alter table bookings disable trigger user`.execute(db)
  await sql`update bookings set version = ${version} where id = ${made[0].id}`.execute(db)
  await sql`alter table bookings enable trigger user`.execute(db)
  const undone = await undo(done.id)
  assert.deepEqual([undone.status, undone.problems], ['undone', []])
  assert.deepEqual(await everything(), before)
  assert.equal((await undo(done.id)).status, 409)

  const late = await bring('branches.csv', csv(['code', 'name'], ['LATE', '晚']))
  await sql`update imports set finished_at = now() - interval '25 hours' where id = ${late.id}`.execute(db)
  assert.equal((await undo(late.id)).detail, 'An import can be undone for 24 hours after its end.')
})

const everything = async () => {
  const tables = [
    ...new Set(kinds.map(({ of }) => of)),
    'persons',
    'person_records',
    'external_refs',
    'leader_calendar',
  ]
  const each = tables.map((table) => sql`select ${table} as name, count(*)::integer as n from ${sql.table(table)}`)
  const { rows } = await sql<{ name: string; n: number }>`${sql.join(each, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

test('one import runs at a time, and the file is gone after the run', async () => {
  const [one, other] = [
    await send('branches.csv', csv(['code', 'name'], ['ONE', '一'])),
    await send('branches.csv', csv(['code', 'name'], ['TWO', '二'])),
  ]
  const kept = await sql<{ file: Buffer }>`select file from imports where id = ${one.data.id}`.execute(db)
  assert.ok(kept.rows[0]?.file && !kept.rows[0].file.includes('ONE'), 'the file is sealed')
  assert.equal((await admin.post(`/imports/${one.data.id}/run`)).status, 202)
  const refused = await admin.post(`/imports/${other.data.id}/run`)
  assert.deepEqual([refused.status, refused.body.detail], [409, 'Another import is running: wait until it has ended.'])
  const { work } = mover(home)
  assert.equal((await work(one.data.id)).status, 'done')
  const { rows } = await sql`select from imports where id = ${one.data.id} and file is not null`.execute(db)
  assert.equal(rows.length, 0)
  assert.equal((await admin.get(`/imports/${one.data.id}/report?lines=refused`)).status, 409)
  assert.equal((await run(other)).status, 'done')
  const { data } = await admin.get('/imports?per_page=2')
  assert.deepEqual(
    data.map(({ file_name, imported_by_name }: Record<string, string>) => [file_name, imported_by_name]),
    [
      ['branches.csv', '管理員'],
      ['branches.csv', '管理員'],
    ],
  )
})
