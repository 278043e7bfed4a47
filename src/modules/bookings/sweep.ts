import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../kit/db/connect.ts'
import { statement } from '../../kit/db/statement.ts'
import { job } from '../../kit/jobs.ts'
import { seated } from './flow.ts'
import { heldTripToBook, isLapsed } from './grounds.ts'
import { settleSeats } from './seating-actions.ts'

declare module '../../kit/jobs.ts' {
  interface Jobs {
    'bookings.holds': object
  }
}

/** Ends the holds whose time is over, by the clock of the database, and offers the seats that are free to those in line; trip by trip. */
export const settleHolds = async (database: Database) => {
  for (const { planned_trip_id } of await concerned(database.db, {}))
    await database.transaction({}, async (tx) => {
      const trip = await heldTripToBook(tx, planned_trip_id)
      if (trip) await settleSeats(tx, trip)
    })
}

const hasFreeSeat = sql<SqlBool>`(select capacity from planned_trips t where t.id = planned_trip_id) > (
  select count(*) from bookings o join travelers v on v.booking_id = o.id and v.status = 'active'
   where o.planned_trip_id = bookings.planned_trip_id and o.status = any (${[...seated]}))`

// Whoever stands in line may have seats that came free in other ways: more of them, or fewer who travel.
const concerned = statement((db) =>
  db
    .selectFrom('bookings')
    .select('planned_trip_id')
    .distinct()
    .where(({ or, eb }) => or([isLapsed, eb('status', '=', 'waitlisted').and(hasFreeSeat)]))
    .orderBy('planned_trip_id'),
)

job('bookings.holds', (_nothing, { database }) => settleHolds(database), { cron: '* * * * *' })
