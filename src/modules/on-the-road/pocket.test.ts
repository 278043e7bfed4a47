import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db, ids } = home
const { trip, book } = await bookingFixtures(home)
const [leader, admin] = [as('leader'), as('admin')]
const profile = done(
  await admin.post('/tour-leaders', { name: '李明哲', user_id: ids.leader, licenses: [{ type: '外語領隊執業證' }] }),
)

/** A trip of five days that leaves so many days from today, led by the leader. */
const led = async (leavesIn: number, travelers: object[] = []) => {
  const { id, serial } = await trip(60)
  if (travelers.length) await book(id, travelers)
  await sql`update bookings set status = 'confirmed' where planned_trip_id = ${id}`.execute(db)
  await sql`update planned_trips set departure_date = today() + ${leavesIn}::integer, return_date = today() + ${leavesIn + 4}::integer,
    assigned_leader_id = ${profile.id} where id = ${id}`.execute(db)
  return { id, serial }
}
type Pocket = { trips: { id: number; serial: string }[] }
const serials = async () => (done(await leader.get('/me/pocket')) as Pocket).trips.map(({ serial }) => serial)

test('the pocket holds the trips from three days before the departure to two days after the return', async () => {
  const trips = await Promise.all([4, 3, 0, -6, -7].map((days) => led(days)))
  assert.deepEqual((await serials()).toSorted(), [trips[1], trips[2], trips[3]].map((one) => one?.serial).toSorted())
  await sql`update planned_trips set status = 'cancelled' where id = ${trips[2]?.id}`.execute(db)
  await sql`update planned_trips set assigned_leader_id = null where id = ${trips[1]?.id}`.execute(db)
  assert.deepEqual(await serials(), [trips[3]?.serial])
  await sql`update planned_trips set assigned_leader_id = null`.execute(db)
  assert.deepEqual(await serials(), [])
  assert.equal((await as('op').get('/me/pocket')).status, 403)
})

test('nothing secret is in it: no passport, identity number or allergy, no medical need, and no price', async () => {
  const secret = {
    name: '王小美',
    mobile: '0912 000 111',
    passport_number: 'SECRET301',
    national_id: 'A123456789',
    birth_date: '1990-04-05',
    allergies: 'SECRET302 花生',
    meal_requirement: 'vegetarian',
    emergency_name: 'SECRET303',
    emergency_phone: '0999 303 303',
  }
  const { id } = await led(-1, [secret])
  const { rows } = await sql<{
    id: number
  }>`select v.id from travelers v join bookings b on b.id = v.booking_id where b.planned_trip_id = ${id}`.execute(db)
  const traveler = rows[0]?.id
  await sql`insert into traveler_requests (traveler_id, kind, detail, visible_to_leader) values
    (${traveler}, 'medical', 'SECRET304', true), (${traveler}, 'meal', 'SECRET305', true), (${traveler}, 'room', 'SECRET306', false),
    (${traveler}, 'mobility', '需要輪椅', true)`.execute(db)
  await sql`update planned_trips set notes = 'SECRET307', price_overrides = '{"adult": 31415}' where id = ${id}`.execute(
    db,
  )
  await sql`update bookings set notes = 'SECRET308', customer_note = 'SECRET309' where planned_trip_id = ${id}`.execute(
    db,
  )
  await sql`insert into trip_costs (planned_trip_id, kind, description, actual) values (${id}, 'land', 'SECRET310', 27182)`.execute(
    db,
  )
  const own = done(
    await leader.post(`/planned-trips/${id}/expenses`, {
      ...{ entry_id: randomUUID(), entered_at: new Date().toISOString(), day: daysFromToday(0), kind: 'meal' },
      ...{ amount: 3200, currency: 'TWD', paid_from: 'advance', voucher_number: 'AB-1' },
    }),
  )
  const { data, body } = await leader.get('/me/pocket')
  const shown = JSON.stringify(body)
  for (const marker of [
    'SECRET',
    'A123456789',
    '31415',
    '27182',
    '1990-04-05',
    '0999 303',
    'passport',
    'allerg',
    'price',
  ])
    assert.ok(!shown.includes(marker), marker)
  const [kept] = data.trips
  assert.deepEqual(kept.people, [
    {
      ...{ id: traveler, name: '王小美', mobile: '0912 000 111', passenger_type: kept.people[0].passenger_type },
      ...{ age: kept.people[0].age, meal_requirement: 'vegetarian', food_restrictions: [] },
      requests: [{ kind: 'mobility', detail: '需要輪椅' }],
    },
  ])
  assert.deepEqual(
    kept.expenses.map((one: { id: number; amount: number }) => [one.id, one.amount]),
    [[own.id, 3200]],
  )
  const happened_at = new Date().toISOString()
  const what = '王小美遺失護照 301234567'
  const wrong = {
    entry_id: randomUUID(),
    entered_at: happened_at,
    kind: 'lost_passport',
    severity: 'high',
    happened_at,
    what,
  }
  const incident = done(await leader.post(`/planned-trips/${id}/incidents`, wrong))
  const then = await leader.get('/me/pocket')
  const [told] = then.data.trips[0].incidents
  assert.deepEqual(
    [told.id, told.kind, Date.parse(told.happened_at), told.is_closed, told.is_taken, told.last_update_at],
    [incident.id, 'lost_passport', Date.parse(happened_at), false, false, null],
  )
  assert.equal(Object.keys(told).length, 6)
  assert.doesNotMatch(JSON.stringify(then.body), /301234567|遺失護照/)
  const update = { text: '護照 301234567 已掛失' }
  done(await leader.post(`/incidents/${incident.id}/updates`, update))
  done(await admin.post(`/incidents/${incident.id}/take`, {}))
  const taken = (await leader.get('/me/pocket')).data.trips[0].incidents[0]
  assert.deepEqual([taken.is_taken, taken.last_update_at], [true, null])
  done(await admin.post(`/incidents/${incident.id}/updates`, update))
  const later = await leader.get('/me/pocket')
  assert.ok(Date.parse(later.data.trips[0].incidents[0].last_update_at) >= Date.parse(happened_at))
  assert.doesNotMatch(JSON.stringify(later.body), /301234567/)
  await sql`update planned_trips set assigned_leader_id = null`.execute(db)
})

test('it has a tag, and sixty people on a trip of two weeks take less than 150 kB', async () => {
  const people = Array.from({ length: 60 }, (_, n) => ({
    name: `旅客${randomUUID().slice(0, 8)}`,
    mobile: `0912 ${String(n).padStart(6, '0')}`,
  }))
  const { id } = await trip(60)
  for (let n = 0; n < 60; n += 20) await book(id, people.slice(n, n + 20))
  await sql`update planned_trips set departure_date = today(), return_date = today() + 13, assigned_leader_id = ${profile.id} where id = ${id}`.execute(
    db,
  )
  await sql`delete from planned_trip_segments where planned_trip_id = ${id}`.execute(db)
  await sql`insert into planned_trip_segments (planned_trip_id, sequence, starts_on, ends_on, title, description)
    select ${id}, n + 1, today() + n, today() + n, '第 ' || n || ' 天', (select string_agg(md5(n || ' ' || i), '') from generate_series(1, 60) i) from generate_series(0, 13) n`.execute(
    db,
  )
  const first = await leader.get('/me/pocket')
  const [kept] = first.data.trips
  assert.deepEqual([kept.id, kept.people.length, kept.days.length], [id, 60, 14])
  assert.ok(gzipSync(JSON.stringify(first.body)).length < 150_000)
  const again = await leader.get('/me/pocket', { 'if-none-match': `${first.headers.etag}` })
  assert.equal(again.status, 304)
})
