import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db } = home
const second = await home.another()
const { trip, register, seats } = await bookingFixtures(home)

test('when sixty visitors register at two processes at once for ten seats, ten get seats, the others are waitlisted in order, and none gets an error', async () => {
  const { id } = await trip(10)
  const doors = [as(), second.as()]
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => register(id, [`旅客${n}`], {}, doors[n % 2])))
  const said = Map.groupBy(answers, ({ status, data }) => `${status} ${data?.status}`)
  assert.deepEqual(Object.fromEntries([...said].map(([what, all]) => [what, all.length])), {
    '201 held': 10,
    '201 waitlisted': 50,
  })
  const positions = (said.get('201 waitlisted') ?? []).map(({ data }) => data.waitlist_position)
  assert.deepEqual(
    positions.sort((a, b) => a - b),
    Array.from({ length: 50 }, (_, i) => i + 1),
    'each place is told to one',
  )
  assert.deepEqual(await seats(id), { held: 10, confirmed: 0, waitlisted: 50, remaining: 0 })

  const { rows } = await sql<{ faults: number; numbers: number; lines: number }>`
    select count(*) filter (where place <> told) as faults, count(distinct booking_number) as numbers, sum(lines) as lines
      from (select booking_number, row_number() over (order by id) as told, row_number() over (order by queued_at, id) as place,
                   (select count(*) from booking_price_lines l where l.booking_id = b.id and l.amount = b.total) as lines
              from bookings b where planned_trip_id = ${id}) b`.execute(db)
  assert.deepEqual(rows, [{ faults: 0, numbers: 60, lines: 60 }])
})
