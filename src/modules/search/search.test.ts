import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CompiledQuery, sql } from 'kysely'
import { bookingFixtures } from '../../../test/fixtures/bookings.ts'
import { house, type Person } from '../../../test/house.ts'
import { statementsOf } from '../../../test/statements.ts'
import { workOf } from '../../../test/works.ts'
import { isEnough, needlesOf, wordsOf } from '../../kit/list/search.ts'
import type { Kind } from './schema.ts'

const home = await house()
const { as, database, db, ids } = home
const { trip, book } = await bookingFixtures(home)
const [first, second] = [await trip(20), await trip(20, { departure_date: '2099-05-10' })]
const lin = await book(first.id, [
  { name: '林美慧', surname_en: 'LIN', given_name_en: 'MEI-HUI', mobile: '0955 123 456', email: 'mei.hui@example.com' },
])
const other = await book(second.id, [{ name: '林美' }, { name: '高林美玉' }], {
  contact: { name: '陳大文', phone: '02-2771-8899', email: 'chen@example.com' },
  customer_user_id: ids.customer,
})

type Group = { kind: Kind; has_more: boolean; items: Item[] }
type Item = { id: number; name: string; match: string; highlights: object[] }
const search = async (q: string, person: Person = 'sales', more = '') => {
  const { status, data, body } = await as(person).get(`/search?q=${encodeURIComponent(q)}${more}`)
  assert.equal(status, 200, JSON.stringify(body))
  return data as Group[]
}
const namesIn = async (kind: Kind, q: string, person?: Person) =>
  (await search(q, person)).find((group) => group.kind === kind)?.items.map(({ name }) => name) ?? []

test('two Chinese characters are enough; exact names come first, then names that begin with them, then others', async () => {
  assert.deepEqual(await namesIn('traveler', '林美'), ['林美', '林美慧', '高林美玉'])
  const [group] = (await search('林美')).filter(({ kind }) => kind === 'traveler')
  assert.deepEqual(
    group?.items.map(({ match }) => match),
    ['exact', 'prefix', 'similar'],
  )
  assert.deepEqual(group?.items[2]?.highlights, [{ field: 'name', start: 1, end: 3 }])
  assert.deepEqual(await namesIn('traveler', '美慧'), ['林美慧'])
  assert.deepEqual(await namesIn('traveler', '林'), ['林美', '林美慧'])
})

test('an English name is found with its parts in any order, without its hyphen, and by its beginning', async () => {
  for (const typed of ['LIN MEI-HUI', 'mei hui lin', 'Mei-Hui, Lin', 'hui lin', 'ｌｉｎ'])
    assert.deepEqual(await namesIn('traveler', typed), ['林美慧'], typed)
  assert.deepEqual(await namesIn('traveler', 'lin wang'), [])
})

test('a name is found as on tickets, with its parts joined in any way', async () => {
  const party = await book(second.id, [
    { name: '蔡佳穎', surname_en: 'TSAI', given_name_en: 'CHIA-YING' },
    { name: '蔡家盈', surname_en: 'TSAI', given_name_en: 'CHIAYING' },
    { name: '蔡加英', surname_en: 'TSAI', given_name_en: 'CHIA YING' },
    { name: '蔡佳音', surname_en: 'TSAI', given_name_en: 'CHIA-YIN' },
  ])
  const found = ['蔡佳穎', '蔡加英', '蔡家盈'].sort()
  for (const typed of ['TSAI/CHIAYING', 'TSAI CHIA YING', 'tsai/chiaying ms', 'TSAI/CHIA-YING', 'Tsai Chiaying']) {
    assert.deepEqual((await namesIn('traveler', typed)).sort(), found, typed)
    const { data } = await as('sales').get(`/travelers?q=${encodeURIComponent(typed)}`)
    assert.deepEqual(data.map(({ name }: { name: string }) => name).sort(), found, typed)
    const bookings = (await as('sales').get(`/bookings?q=${encodeURIComponent(typed)}`)).data
    assert.deepEqual(
      bookings.map(({ id }: { id: number }) => id),
      [party.id],
      typed,
    )
  }
  assert.equal((await namesIn('traveler', 'TSAI/CHIA')).length, 4, 'by its beginning')
})

test('a phone number is found by its digits, with any separators', async () => {
  for (const typed of ['0955123456', '+886 955-123-456', '955123456', '00886 955 123 456', '123456', '0955 123'])
    assert.deepEqual(await namesIn('traveler', typed), ['林美慧'], typed)
  assert.deepEqual(await namesIn('booking', '02-27718899'), ['陳大文'])
  const [group] = (await search('0227718899')).filter(({ kind }) => kind === 'booking')
  assert.deepEqual(group?.items[0]?.highlights, [{ field: 'phone', start: 1, end: 12 }])
})

test('numbers, serials and mail addresses are found as a whole, with and without punctuation, and by a part', async () => {
  const number: string = lin.booking_number
  for (const typed of [number, number.toLowerCase(), number.replace(/\W/g, '')]) {
    const [group] = await search(typed, 'sales', '&types=booking')
    assert.deepEqual([group?.items.length, group?.items[0]?.id, group?.items[0]?.match], [1, lin.id, 'exact'], typed)
  }
  const trips = await search(first.serial.slice(0, 5), 'sales', '&types=planned_trip,package')
  assert.deepEqual(
    trips.find(({ kind }) => kind === 'planned_trip')?.items.map(({ id }) => id),
    [second.id, first.id],
  )
  assert.deepEqual(await namesIn('traveler', 'mei.hui@example.com'), ['林美慧'])
  assert.deepEqual(await namesIn('booking', 'chen@'), ['陳大文'])
})

test('a search finds only records that the caller may open', async () => {
  const everything = [
    '林美',
    '王小',
    '陳大文',
    '海道',
    'HK-20991',
    '東京',
    'NRT',
    first.serial.slice(0, 4),
    '客戶',
    '領隊',
  ]
  for (const person of ['customer', 'other_customer', 'leader', 'finance', 'sales', 'op', 'manager', 'admin'] as const)
    for (const typed of everything)
      for (const { kind, items, ...group } of await search(typed, person))
        for (const { id } of items) {
          const { path } = group as unknown as { path: string }
          assert.equal((await as(person).get(`${path}/${id}`)).status, 200, `${person} ${typed} ${kind} ${id}`)
        }
  assert.deepEqual(await namesIn('booking', '陳大文', 'customer'), ['陳大文'])
  assert.deepEqual(await namesIn('traveler', '林美', 'customer'), ['林美', '高林美玉'])
  assert.deepEqual(await namesIn('booking', '陳大文', 'other_customer'), [])
  assert.deepEqual(await namesIn('traveler', '林美', 'finance'), [])
  assert.equal((await as().get('/search?q=xx')).status, 401)
})

test('finance finds a supplier by its name or tax ID, and the trip of an invoice by its number', async () => {
  const { id } = (await as('finance').post('/suppliers', { name: '北海道觀光', tax_id: '04595257' })).data
  const cost = { kind: 'land', actual: 1000, supplier_id: id, invoice_number: 'HK-20991' }
  assert.equal((await as('finance').post(`/planned-trips/${first.id}/costs`, cost)).status, 201)
  assert.deepEqual(await namesIn('supplier', '海道', 'finance'), ['北海道觀光'])
  assert.deepEqual(await namesIn('supplier', '04595257', 'finance'), ['北海道觀光'])
  for (const typed of ['HK-20991', 'hk20991', '20991']) {
    const [group] = await search(typed, 'finance', '&types=trip_cost')
    const [item] = group?.items ?? []
    assert.deepEqual([item?.id, item?.name], [first.id, '北海道觀光'], typed)
  }
  for (const person of ['customer', 'leader'] as const)
    assert.deepEqual([await search('HK-20991', person), await search('北海道觀光', person)], [[], []], person)
})

test('a search text that is too short is not searched, and wrong parameters are refused', async () => {
  for (const typed of ['', 'a', '-', '  ']) {
    const { status, body } = await as('sales').get(`/search?q=${encodeURIComponent(typed)}`)
    assert.deepEqual([status, body.data, body.meta], [200, [], { is_too_short: true }], typed)
  }
  assert.equal((await as('sales').get('/search')).status, 422)
  assert.deepEqual(Object.keys((await as('sales').get('/search?q=ab&types=user')).body.errors), ['types'])
  assert.deepEqual(await search(`%_'"\\`), [])
})

test('a group has five items and says whether there are more', async () => {
  await book(first.id, ['周一一', '周一二', '周一三', '周一四', '周一五', '周一六'])
  const [group] = (await search('周一')).filter(({ kind }) => kind === 'traveler')
  assert.deepEqual([group?.items.length, group?.has_more], [5, true])
})

test('records that are written by other programs or changed later are found as well', async () => {
  await sql`update travelers set name = '歐陽娜娜' where name = '高林美玉'`.execute(db)
  assert.deepEqual(await namesIn('traveler', '歐陽'), ['歐陽娜娜'])
  assert.deepEqual(await namesIn('traveler', '高林'), [])
})

test('the database splits a stored text into the same parts as the service splits the search text', async () => {
  const texts = [
    '林美慧',
    'LIN MEI-HUI',
    'TYO261201A-003',
    'mei.hui@example.com',
    '日本5日 東京・箱根',
    'ＡＢＣ１２',
    'é à',
    '한국 여행',
    'A',
  ]
  for (const text of texts) {
    const { rows } = await sql<{ parts: string[] }>`
      select search_parts(array[${text}]::text[], '{}') as parts`.execute(db)
    const made = new Set(rows[0]?.parts)
    const { exact, prefix = [], similar = [] } = needlesOf(text)
    assert.deepEqual(
      [...exact, ...prefix, ...similar].filter((part) => !made.has(part)),
      [],
      text,
    )
    assert.deepEqual(
      wordsOf(text).filter((word) => !made.has(`=${word}`)),
      [],
      text,
    )
  }
  assert.deepEqual(['王', '王小', 'ab', 'a', ' - '].map(isEnough), [true, true, true, false, false])
})

const PEOPLE = 20_000
test(`with ${PEOPLE} more people a search scans no table of people, and works on few rows`, async () => {
  await home.fill(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    await sql`insert into travelers (booking_id, name, surname_en, given_name_en, mobile)
      select ${other.id}, chr(19968 + i % 400) || chr(20500 + i / 400 % 300) || chr(21500 + i % 97),
             'S' || translate((i % 400)::text, '0123456789', 'abcdefghij'), 'G' || translate(i::text, '0123456789', 'abcdefghij'),
             '09' || lpad((i::bigint * 7919 % 100000000)::text, 8, '0')
        from generate_series(1, ${sql.lit(PEOPLE)}) i`.execute(db)
    await sql`vacuum analyze travelers`.execute(db)
  })
  for (const typed of ['林美', 'lin', '0955123456', '一倔', 'Sbh G', 'mei.hui@example.com']) {
    const plan = await planOf('explain', () => search(typed))
    assert.match(plan, /Bitmap Index Scan on travelers_found/, plan)
    assert.doesNotMatch(plan, /Seq Scan on (travelers|bookings|planned_trips|addon_requests)/, plan)
  }
  const { statements, rows } = await workOf(database, () => search('一倔'))
  assert.equal(statements, 2, 'one for the caller, one for all that is found')
  assert.ok(rows < 100, `${rows} rows`)
})

test('a list with a search compares only the people of its page in detail', async () => {
  const list = () => as('sales').get('/travelers?q=gb&per_page=20')
  assert.deepEqual([(await list()).data.length, (await list()).body.meta.total > 5_000], [20, true])
  const plan = await planOf('explain analyze', list)
  const looks = [...plan.matchAll(/ on travelers o {2}.* loops=(\d+)/g)]
  assert.deepEqual(
    looks.map(([, times]) => times),
    ['20'],
    plan,
  )
})

/** The plan of the first statement with a search that `work` sends. */
const planOf = async (explain: string, work: () => Promise<unknown>) => {
  const asked = await statementsOf([database.slowDb], work)
  const { sql: text = '', ...others } = asked.find(({ sql: text }) => text.includes('search_parts')) ?? {}
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>({
    ...others,
    sql: `${explain} ${text}`,
  } as CompiledQuery)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('the lists of bookings, travelers and requests are searched the same way', async () => {
  const namesAt = async (path: string, q: string) =>
    (await as('sales').get(`${path}?q=${encodeURIComponent(q)}&sort=id`)).data.map(({ name }: Item) => name)
  for (const typed of ['林美慧', '美慧', 'mei hui lin', '0955-123-456', '123456'])
    assert.deepEqual(await namesAt('/travelers', typed), ['林美慧'], typed)
  assert.deepEqual(await namesAt('/travelers', '林'), ['林美慧', '林美'])
  assert.deepEqual(await namesAt('/travelers', '-'), [])
  // A part of two or three characters matches longer words as well: "陳j" is also in 陳Jane.
  await sql`insert into travelers (booking_id, name) select ${other.id}, unnest(array['陳Jo', '陳Jane', '團15日', '團25日'])`.execute(
    db,
  )
  assert.deepEqual(await namesAt('/travelers', '陳Jo'), ['陳Jo'])
  assert.deepEqual(await namesAt('/travelers', '15日'), ['團15日'])
  const numbersAt = async (q: string) =>
    (await as('sales').get(`/bookings?q=${encodeURIComponent(q)}`)).data.map(
      (booking: { booking_number: string }) => booking.booking_number,
    )
  assert.deepEqual(await numbersAt('hui lin'), [lin.booking_number])
  assert.deepEqual(await numbersAt(lin.booking_number.replace(/\W/g, ' ')), [lin.booking_number])
})
