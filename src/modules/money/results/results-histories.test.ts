import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { chance } from '../../../../test/fixtures/chance.ts'
import { demoHouse } from '../../../../test/fixtures/demo.ts'
import { bases, resultsBy } from './columns.ts'

const { fill, signedIn } = await demoHouse()
const finance = await signedIn('finance')

const SEED = 81_129
const { random, pick } = chance(SEED)
const upTo = (most: number) => Math.floor(random() * most)

/** Trips of two years with bookings in every state, some in another currency, some without an own salesperson. */
const trips = Array.from({ length: 24 }, (_, i) => ({
  ...{ serial: `RANDOM-${i}`, day: `208${pick([2, 3])}-0${1 + upTo(9)}-1${upTo(9)}` },
  ...{ capacity: 1 + upTo(9), status: pick(['open', 'settled', 'draft', 'cancelled']), cost: upTo(100_000) },
  travelers: Array.from({ length: upTo(6) }, () => ({
    status: pick(['confirmed', 'completed', 'cancelled', 'held', 'expired']),
    currency: pick(['TWD', 'TWD', 'TWD', 'USD']),
    source: pick(['public', 'staff', 'import']),
    total: upTo(90_000) - 5_000,
    days: upTo(200) - 10,
    has_sales: random() < 0.7,
    people: Array.from({ length: 1 + upTo(3) }, () => [
      pick(['active', 'active', 'cancelled']),
      pick(['adult', 'infant']),
    ]),
  })),
}))
await fill(async (db) => {
  await sql`set session_replication_role = replica`.execute(db)
  for (const { serial, day, capacity, status, cost, travelers } of trips) {
    const { rows } = await sql<{ id: number }>`
      insert into planned_trips (serial, name, package_id, area_id, season_id, departure_date, return_date, status, capacity)
      select ${serial}, ${serial}, ${pick([1, 2, null])}::integer, ${pick([1, 2, null])}::integer, ${pick([1, 2, null])}::integer, ${day}, ${day}, ${status}, ${capacity}
      returning id`.execute(db)
    const trip = rows[0]?.id
    await sql`insert into trip_costs (planned_trip_id, kind, actual, currency, rate)
      select ${trip}, 'land', ${cost}, 'TWD', 1 where ${cost} > 20000`.execute(db)
    for (const [n, booking] of travelers.entries()) {
      const made = await sql<{ id: number }>`
        insert into bookings (booking_number, planned_trip_id, status, currency, source, total, contact_name, created_at, sales_user_id)
        select ${`${serial}-${n}`}, ${trip}, ${booking.status}, ${booking.currency}, ${booking.source}, ${booking.total}, '客人',
               ${day}::date - ${booking.days} * interval '1 day', case when ${booking.has_sales} then (select min(id) from users where role = 'sales') end
        returning id`.execute(db)
      for (const [status, type] of booking.people)
        await sql`insert into travelers (booking_id, name, status, passenger_type) values (${made.rows[0]?.id}, '旅客', ${status}, ${type})`.execute(
          db,
        )
    }
  }
})

type Numbers = Record<'bookings' | 'people' | 'seats' | 'revenue' | 'cost' | 'margin' | 'cancelled_people', number>
type Line = Numbers & { key: string; name: string }
type Opened = Numbers & { status: string; trip: { id: number } }

const pagesOf = async <Row>(path: string) => {
  const rows: Row[] = []
  for (let page = 1, last = 1, meta: { last_page: number; sum: Line }; ; page += 1) {
    const { status, body } = await finance.get(`${path}&per_page=100&page=${page}`)
    assert.equal(status, 200, JSON.stringify(body))
    rows.push(...body.data)
    meta = body.meta
    last = meta.last_page
    if (page >= last) return { rows, sum: meta.sum }
  }
}
const added = (rows: Pick<Numbers, 'people' | 'revenue' | 'cost' | 'cancelled_people'>[]) =>
  (['people', 'revenue', 'cost', 'cancelled_people'] as const).map((name) =>
    Number(rows.reduce((sum, row) => sum + row[name], 0).toFixed(2)),
  )

for (const span of ['from=2083-01-01&to=2083-12-31', 'from=2020-01-01&to=2080-12-31'])
  for (const basis of bases)
    for (const by of resultsBy)
      test(`each number by ${by} and ${basis} is the sum of its bookings, and all lines are the sum of all, ${span}`, async () => {
        const asked = `by=${by}&basis=${basis}&${span}`
        const { rows: lines, sum } = await pagesOf<Line>(`/money/results?${asked}`)
        assert.ok(lines.length > 0)
        const isWhole = basis === 'departure' && !['salesperson', 'source'].includes(by)
        for (const line of lines) {
          const { rows } = await pagesOf<Opened>(`/money/results/bookings?${asked}&key=${line.key}`)
          const [people, revenue, cost = 0, cancelled] = added(rows)
          const bookings = rows.filter(({ status }) => ['confirmed', 'completed'].includes(status)).length
          assert.deepEqual(
            [bookings, people, revenue, cancelled],
            [line.bookings, line.people, line.revenue, line.cancelled_people],
            `${line.key} ${line.name}`,
          )
          // Where whole trips are looked at, the costs of those on which nobody travels come on top.
          if (isWhole)
            assert.ok(cost <= line.cost && (by !== 'trip' || line.people === 0 || cost === line.cost), line.key)
          else assert.equal(cost, line.cost, `${line.key} ${line.name}`)
        }
        assert.deepEqual(added(lines), added([sum]))
        assert.equal(Number((sum.revenue - sum.cost).toFixed(2)), sum.margin)
      })
