import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fixtures } from '../../../test/fixtures/travelers.ts'
import { house } from '../../../test/house.ts'
import { conditionsOf, type Filter, parametersOf } from '../../kit/list/filters.ts'
import { lists } from '../../kit/list/list.ts'
import { nextTravelers } from './readiness.ts'

const home = await house()
const { as, db, fill, ids } = home
const { trip, to, book, enter, japan } = await fixtures(home)
const [sales, op, admin] = [as('sales'), as('op'), as('admin')]

type Row = { name: string; light: string; checks: string[] }
const namesIn = async (query: string, who = op) =>
  (await who.get(`/readiness?${query}`)).data.map(({ name }: Row) => name)

const grown = { birth_date: '1980-01-01', surname_en: 'CHEN', given_name_en: 'A' }
const later = await trip('2087-08-01', '2087-08-05', { serial: 'SEL870801A', op_user_id: ids.op })
const sooner = await trip('2087-07-01', '2087-07-05', { serial: 'OSA870701A' })
const past = await trip('2020-07-01', '2020-07-05', { status: 'departed' })
for (const id of [later, sooner, past]) await to(id, japan)
const first = await book(sooner)
await sql`update bookings set contact_phone = '+886 912 345 678', contact_name = '王媽媽' where id = ${first}`.execute(
  db,
)
const expiring = await enter(first, '效期', {
  ...{ ...grown, passport_number: '300000001', passport_expires_on: '2087-07-03' },
  mobile: '+886 987 654 321',
})
await enter(first, '備妥', { ...grown, passport_number: '300000002', passport_expires_on: '2095-01-01' })
await enter(await book(later, null), '缺護照', grown)
await enter(await book(later, null, 'waitlisted'), '候補')
await enter(await book(past, null), '已出發')

test('all travelers with a seat on a future trip are listed by departure, with expiry dates, phone numbers and failed checks', async () => {
  assert.deepEqual(await namesIn(''), ['效期', '備妥', '缺護照'])
  const { data, body } = await op.get('/readiness?light=red,amber&per_page=1')
  const { booking, trip: shown, ...row } = data[0]
  assert.deepEqual(row, {
    id: expiring.id,
    name: '效期',
    surname_en: 'CHEN',
    given_name_en: 'A',
    mobile: '+886 987 654 321',
    passport_expires_on: '2087-07-03',
    passport_needed_until: '2088-01-01',
    light: 'red',
    checks: ['passport_expiring'],
    departure_date: '2087-07-01',
  })
  assert.deepEqual(
    [booking.id, booking.contact_name, booking.contact_phone, shown.serial, shown.return_date, body.meta.total],
    [first, '王媽媽', '+886 912 345 678', 'OSA870701A', '2087-07-05', 2],
  )
  const next = await op.get('/readiness?light=red,amber&per_page=1&page=2')
  assert.deepEqual(next.data[0].checks, ['passport_missing'])
})

test('the list is filtered by light, check, trip, branch, days and responsible person', async () => {
  const branch = (await admin.post('/branches', { code: 'SOUTH', name: '高雄' })).data.id
  await sql`update bookings set branch_id = ${branch} where id = ${first}`.execute(db)
  assert.deepEqual(await namesIn('light=green'), ['備妥'])
  assert.deepEqual(await namesIn('check=passport_missing,visa_missing'), ['缺護照'])
  assert.deepEqual(await namesIn(`planned_trip_id=${sooner}`), ['效期', '備妥'])
  assert.deepEqual(await namesIn(`branch_id=${branch}&light=red`), ['效期'])
  assert.deepEqual(await namesIn('departs_to=2087-07-01'), ['效期', '備妥'])
  assert.deepEqual(await namesIn('departs_from=2087-07-02'), ['缺護照'])
  assert.deepEqual(await namesIn('mine=true'), ['缺護照'])
  assert.deepEqual(await namesIn('mine=true&light=red', sales), ['效期', '缺護照'])
  assert.deepEqual(await namesIn('mine=true', as('ticketing')), [])
  assert.deepEqual(Object.keys((await op.get('/readiness?check=none')).body.errors), ['check'])
  for (const role of ['finance', 'leader', 'customer'] as const)
    assert.equal((await as(role).get('/readiness')).status, 403)
})

const filters: Record<string, Filter> =
  lists.find(({ of, filters = {} }) => of === 'travelers' && 'check' in filters)?.filters ?? {}
const asked: Record<string, unknown> = {
  light: 'red',
  check: 'visa_missing',
  planned_trip_id: 7,
  branch_id: 7,
  departs_from: '2095-12-01',
  departs_to: '2085-01-20',
  updated_since: '2100-01-01T00:00:00Z',
}

test('with 20,000 travelers, every filter uses indexes, and so does the order of a page', async () => {
  await fill(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    await sql`insert into planned_trips (serial, name, departure_date, return_date, status)
      select 'S' || i, 'Trip', date '2080-01-01' + i, date '2080-01-05' + i, case when i % 4 = 0 then 'open' else 'settled' end
        from generate_series(1, 2000) i`.execute(db)
    await sql`insert into bookings (booking_number, planned_trip_id, contact_name, status)
      select 'N' || i, id, 'x', 'confirmed' from planned_trips, generate_series(1, 5) n, lateral (select id * 10 + n as i) number`.execute(
      db,
    )
    await sql`insert into travelers (booking_id, name) select id, 'x' from bookings, generate_series(1, 2)`.execute(db)
    await sql`vacuum analyze planned_trips, bookings, travelers`.execute(db)
  })
  assert.deepEqual(Object.keys(filters).sort(), Object.keys(asked).sort())
  for (const [name, value] of Object.entries(asked)) {
    const [condition] = conditionsOf(filters, parametersOf(filters, { [name]: value }))
    if (!condition) assert.fail(name)
    const page = nextTravelers(db).select('travelers.id').where(condition)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain ${page.orderBy('planned_trips.departure_date').orderBy('travelers.id').limit(15)}`.execute(db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(plan, /Index/, `${name}: ${plan}`)
    assert.doesNotMatch(plan, /Seq Scan on (planned_trips|bookings|travelers)/, `${name}: ${plan}`)
    if (name === 'check') assert.match(plan, /travelers_passport_mark[\s\S]*travelers_birth_mark/, plan)
  }
})
