import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { conversation, fixtures } from './fixtures/addon-requests.ts'
import { bookingFixtures } from './fixtures/bookings.ts'
import { house } from './house.ts'

const home = await house()
const { database, as, stop } = await home.another({ writeConnections: 1 })
home.atEnd(stop)
const { trip, register } = await bookingFixtures(home)

// With few rows the cost of a plan depends very little on the values.
before(() =>
  home.fill(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    await sql`insert into planned_trips (serial, name, departure_date, return_date)
      select 'OLD' || i, 'Old', date '2020-01-01', date '2020-01-05' from generate_series(1, 2000) i`.execute(db)
    await sql`insert into bookings (booking_number, planned_trip_id, contact_name)
      select 'OLD' || i, 1 + i % 2000, 'Old' from generate_series(1, 20000) i`.execute(db)
    await sql`insert into users (email, name, role) select 'old' || i || '@example.com', 'Old', 'customer' from generate_series(1, 20000) i`.execute(
      db,
    )
    await sql`analyze planned_trips, bookings, users`.execute(db)
  }),
)

// PostgreSQL plans a prepared statement five times with its values; then it decides whether to use one generic plan.
const TIMES = 12

/** The statements that a connection plans anew each time, because the generic plan seems worse. */
const plannedAgain = async () => {
  const { rows } = await database.transaction({}, (tx) =>
    sql<{ statement: string; times: number }>`
      select left(statement, 200) as statement, custom_plans as times from pg_prepared_statements where custom_plans > 5`.execute(
      tx,
    ),
  )
  return rows
}

test('the statements of a registration are planned once per connection, not each time', async () => {
  const { id } = await trip(40)
  for (let n = 0; n < TIMES; n += 1) assert.equal((await register(id, [`旅客${n}`], {}, as())).status, 201)
  assert.deepEqual(await plannedAgain(), [])
})

test('the statements of a message are planned once per connection too', async () => {
  const { asked } = conversation({ as, database }, await fixtures(home))
  const { at } = await asked()
  for (let n = 0; n < TIMES; n += 1) assert.equal((await as('sales').post(at, { message: `第 ${n} 則` })).status, 201)
  for (let n = 0; n < TIMES; n += 1)
    assert.equal((await as('ticketing').post(at, { message: `回覆 ${n}` })).status, 201)
  assert.deepEqual(await plannedAgain(), [])
})
