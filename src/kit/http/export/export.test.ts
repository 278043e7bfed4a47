import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { fixtures } from '../../../../test/fixtures/travelers.ts'
import { house } from '../../../../test/house.ts'
import { partsOf, sheetsIn, timesIn } from '../../../../test/xlsx.ts'
import { MOST_EXPORTED } from '../../sizes.ts'

const home = await house()
const { app, as, db, database, fill, ids, tokens } = home
const { trip, own, book, enter } = await fixtures(home)
const [admin, sales, finance, leader] = [as('admin'), as('sales'), as('finance'), as('leader')]
const chinese = { 'accept-language': 'zh-TW' }
const linesOf = (bytes: Buffer) => parse(bytes, { bom: true }) as string[][]
const logged = () => db.selectFrom('list_exports').selectAll().orderBy('id').execute()

const branch = (code: string, name: string, more: object = {}) => admin.post('/branches', { code, name, ...more })
await branch('NORTH', '台北總公司', { phone: '+886 2 2555 0100', sort_order: 3 })
await branch('SUM', '=1+1', { name_en: '@SUM(A1)', is_active: false, sort_order: 2 })
await branch('MINUS', '-5 度', { address: '"三樓", 左側', sort_order: 1 })

test('a file has headings and codes in the language of its reader, and no cell is read as a formula', async () => {
  const asked = '/branches?format=csv&columns=code,name,name_en,address,phone,is_active,sort_order'
  const csv = await admin.get(asked, chinese)
  assert.equal(csv.status, 200)
  assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8')
  assert.match(csv.headers['content-disposition'] ?? '', /^attachment; filename="branches-\d{4}-\d\d-\d\d\.csv"$/)
  assert.equal(
    csv.bytes.toString(),
    [
      '\ufeff代碼,名稱,英文名稱,地址,電話,使用中,排序',
      'MINUS,\'-5 度,,"""三樓"", 左側",,是,1',
      "SUM,'=1+1,'@SUM(A1),,,否,2",
      "NORTH,台北總公司,,,'+886 2 2555 0100,是,3",
      '',
    ].join('\r\n'),
  )
  const [english] = linesOf((await admin.get(asked)).bytes)
  assert.deepEqual(english, ['Code', 'Name', 'Name in English', 'Address', 'Phone', 'Active', 'Order'])
  const xlsx = await admin.get(asked.replace('csv', 'xlsx'))
  const [sheet] = await sheetsIn(xlsx.bytes)
  assert.deepEqual([sheet?.name, sheet?.formulas], ['branches', 0])
  // The first day of ZIP, 1980-01-01, as year, month and day. With the time of the request the bytes would differ each time.
  assert.deepEqual(timesIn(xlsx.bytes), ['0000000000100001 0'])
  assert.deepEqual(
    sheet?.rows[2]?.map(({ value }) => value),
    ['SUM', "'=1+1", "'@SUM(A1)", '', '', 'No', 2],
  )
  assert.deepEqual(sheet?.rows[2]?.map(({ type }) => type).at(-1), 'number')
})

test('filters and order of the list apply, and without columns a plain record has all of its fields', async () => {
  const csv = await admin.get('/branches?format=csv&is_active=true&sort=-code')
  const [headings, ...rows] = linesOf(csv.bytes)
  assert.deepEqual(headings?.slice(0, 3), ['Number', 'Code', 'Name'])
  assert.deepEqual(
    rows.map(([, code]) => code),
    ['NORTH', 'MINUS'],
  )
})

test('two columns that are called the same say their fields, and nested fields are named with a dot', async () => {
  const [headings] = linesOf(
    (await admin.get('/planned-trips?format=csv&columns=name,area.name,area_id', chinese)).bytes,
  )
  assert.deepEqual(headings, ['名稱', '線別', '線別系統編號'])
  const [same] = linesOf((await admin.get('/users?format=csv&columns=department,departments', chinese)).bytes)
  assert.deepEqual(same, ['部門 (department)', '部門 (departments)'])
})

test('a heading is one word, unless two columns of the list are called so', async () => {
  const asked =
    'booking_number,trip.serial,trip.departure_date,contact.name,contact.phone,status,trip.status,cancellation.at'
  const zh = linesOf((await sales.get(`/bookings?format=csv&columns=${asked}`, chinese)).bytes)[0]
  assert.deepEqual(zh, ['訂單編號', '團號', '出發日', '聯絡人', '電話', '狀態', '團狀態', '取消時間'])
  const en = linesOf((await sales.get(`/bookings?format=csv&columns=${asked}`)).bytes)[0]
  assert.deepEqual(en, [
    'Booking number',
    'Serial',
    'Departure',
    'Contact',
    'Phone',
    'Status',
    'Trip, Status',
    'Cancellation, Time',
  ])
  const people = linesOf(
    (await sales.get('/travelers?format=csv&columns=national_id,booking.booking_number', chinese)).bytes,
  )[0]
  assert.deepEqual(people, ['身分證號', '訂單編號'])
})

test('what a file cannot be asked for is refused at its parameter', async () => {
  const refused = async (query: string) => {
    const { status, body } = await admin.get(`/branches?${query}`)
    return [status, Object.keys(body.errors ?? {}), Object.values(body.errors ?? {}).flat()[0]]
  }
  assert.deepEqual(await refused('format=csv&columns=code,password'), [
    422,
    ['columns'],
    'There is no column “password”. Choose from these: id, code, name, name_en, address, address_en, phone, email, notes, is_active, sort_order, created_at, updated_at, version.',
  ])
  assert.deepEqual(await refused('columns=code'), [422, ['columns'], 'Only with format=csv or format=xlsx.'])
  assert.deepEqual((await refused('format=pdf'))[1], ['format'])
  assert.deepEqual((await refused('format=csv&columns=code,code'))[1], ['columns'])
  for (const name of ['page=2', 'per_page=50', 'cursor='])
    assert.deepEqual((await refused(`format=csv&${name}`))[1], [name.split('=')[0]])
})

test('a client may accept only the format of the file, and HEAD answers without it', async () => {
  const media = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  assert.equal((await admin.get('/branches?format=xlsx', { accept: media })).status, 200)
  assert.equal((await admin.get('/branches?format=csv', { accept: 'text/csv' })).status, 200)
  assert.equal((await admin.get('/branches?format=csv', { accept: 'application/pdf' })).status, 406)
  assert.equal((await admin.get('/me', { accept: media })).status, 406)
  const before = (await logged()).length
  const head = await app.inject({
    method: 'HEAD',
    url: '/api/bookings?format=xlsx',
    headers: { authorization: `Bearer ${tokens.sales}` },
  })
  assert.deepEqual([head.statusCode, head.headers['content-type'], head.rawPayload.length], [200, media, 0])
  assert.equal((await logged()).length, before)
})

test('a file of many pages has every row in its order, and more than the most rows are refused', async () => {
  await fill(async (db) => {
    // Without the audit.
    await sql`set session_replication_role = replica`.execute(db)
    await sql`insert into branches (code, name, sort_order)
      select 'B' || lpad(i::text, 6, '0'), case when i <= 1234 then '分店 ' else '門市 ' end || i, 7 + i % 3
        from generate_series(1, ${MOST_EXPORTED}::integer) i`.execute(db)
  })
  const csv = await admin.get(
    `/branches?format=csv&columns=code,sort_order&sort=-sort_order,code&q=${encodeURI('分店')}`,
  )
  const [, ...rows] = linesOf(csv.bytes)
  const { rows: expected } = await sql<{ code: string; sort_order: number }>`
    select code, sort_order from branches where name like '分店%' order by sort_order desc, code`.execute(db)
  assert.equal(rows.length, 1234)
  assert.deepEqual(
    rows,
    expected.map(({ code, sort_order }) => [code, String(sort_order)]),
  )
  const refused = await admin.get('/branches?format=csv')
  assert.equal(refused.status, 422)
  assert.deepEqual(refused.body.errors, { format: ['A file has at most 50,000 rows: narrow the filters.'] })
  await fill((db) => sql`delete from branches where code in ('NORTH', 'MINUS', 'SUM')`.execute(db))
  const whole = await admin.get('/branches?format=xlsx&columns=code&sort=code')
  const [sheet] = await sheetsIn(whole.bytes)
  assert.equal(sheet?.rows.length, MOST_EXPORTED + 1)
  assert.equal(sheet?.rows.at(-1)?.[0]?.value, 'B050000')
})

test('a snapshot does not see what is written meanwhile, and writes nothing', async () => {
  const count = async (from: typeof db) =>
    (await sql<{ n: number }>`select count(*) as n from seasons`.execute(from)).rows[0]?.n
  const snapshot = await database.snapshot()
  const before = await count(snapshot.db)
  await admin.post('/seasons', {
    code: 'NEW',
    name: '新季',
    starts_on: '2083-01-01',
    ends_on: '2083-02-01',
    level: 'low',
  })
  assert.equal(await count(snapshot.db), before)
  assert.equal(await count(db), Number(before) + 1)
  await assert.rejects(sql`delete from seasons`.execute(snapshot.db), { code: '25006' })
  await snapshot.end()
})

test('a file shows what the list shows its reader: masks, own records, no prices', async () => {
  const led = await trip('2083-03-01', '2083-03-05', { assigned_leader_id: await own(), capacity: 20 })
  const mine = await book(led)
  const others = await book(led, 'other_customer')
  await enter(mine, '王小美', { passport_number: '351112223' })
  await enter(others, '李大同')
  const columns = 'columns=name,passport_number,booking.booking_number'
  const travelers = async (caller: typeof sales) => {
    const { status, bytes } = await caller.get(`/travelers?format=csv&sort=name&${columns}`)
    return status === 200 ? linesOf(bytes).slice(1) : status
  }
  const [wang, li] = [
    ['王小美', '•••223', 'B-101'],
    ['李大同', '', 'B-102'],
  ]
  assert.deepEqual(new Set((await travelers(sales)) as string[][]), new Set([wang, li]))
  assert.deepEqual(await travelers(as('customer')), [wang])
  assert.equal(await travelers(finance), 403)
  assert.equal(await travelers(as()), 401)
  await admin.put(`/planned-trips/${led}`, { price_overrides: { adult: 39_900 } })
  const priced = async (caller: typeof sales) =>
    linesOf((await caller.get('/planned-trips?format=csv&columns=serial,price_overrides.adult')).bytes).slice(1)
  assert.deepEqual(
    (await priced(sales)).map(([, price]) => price),
    ['39900'],
  )
  assert.deepEqual(
    (await priced(leader)).map(([, price]) => price),
    [''],
  )
})

test('a file about people is a line in the access log: who, which list, filters, columns and rows', async () => {
  const before = (await logged()).length
  await sales.get('/travelers?format=xlsx&q=%E7%8E%8B&columns=name,mobile', { 'x-request-id': 'export-1' })
  await sales.get('/seasons?format=csv')
  await sales.get('/travelers?format=csv&columns=nothing')
  const [trip] = (await sales.get('/planned-trips')).data
  await as('op').get(`/planned-trips/${trip.id}/name-list?format=csv&columns=name`)
  const [{ id: _id, created_at: _at, ...first } = {}, second, ...others] = (await logged()).slice(before)
  assert.deepEqual(first, {
    actor_id: ids.sales,
    list: 'travelers',
    filter: { q: '王' },
    columns: ['name', 'mobile'],
    row_count: 1,
    request_id: 'export-1',
  })
  assert.deepEqual(
    [second?.actor_id, second?.list, second?.row_count],
    [ids.op, `planned-trips-${trip.id}-name-list`, 2],
  )
  assert.deepEqual(others, [])
})

test('a workbook writes amounts with thousands and telephone numbers as they are, and offers nobody what serves programs', async () => {
  const id = await book(await trip('2083-01-28', '2083-02-01'))
  await db
    .updateTable('bookings')
    .set({ contact_phone: '+886 912 345 678', total: 39900 })
    .where('id', '=', id)
    .execute()
  const { bytes } = await sales.get(`/bookings?format=xlsx&id=${id}&columns=contact.phone,total`, chinese)
  const [sheet] = await sheetsIn(bytes)
  assert.equal(sheet?.rows[1]?.[0]?.value, '+886 912 345 678')
  // The third format of numbers is that with thousands.
  const styles = partsOf(bytes)
  const at = Number(/r="B2" s="(\d+)"/.exec(styles.get('xl/worksheets/sheet1.xml') ?? '')?.[1])
  const formats = [
    ...(/<cellXfs[\s\S]*<\/cellXfs>/.exec(styles.get('xl/styles.xml') ?? '')?.[0] ?? '').matchAll(
      /<xf numFmtId="(\d+)"/g,
    ),
  ]
  assert.equal(formats[at]?.[1], '3')
  const whole = linesOf((await sales.get('/bookings?format=csv&columns=version')).bytes)[0]
  assert.deepEqual(whole, ['Version'], 'a program may ask for it')
  const branches = linesOf((await admin.get('/branches?format=csv')).bytes)[0]
  assert.equal(branches?.includes('Version'), false)
})
