import type { Database } from '../../kit/db/connect.ts'
import { statement } from '../../kit/db/statement.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
import { fits, isLapsed, lockedTripToBook } from './grounds.ts'
import { settleSeats } from './seating-actions.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'bookings.holds': object
  }
}

/** Ends expired holds and offers free seats to the waitlist, trip by trip. */
export const settleHolds = async (database: Database) => {
  for (const { planned_trip_id } of await concerned(database.db, {}))
    await database.transaction({}, async (tx) => {
      const trip = await lockedTripToBook(tx, planned_trip_id)
      if (trip) await settleSeats(tx, trip)
    })
}

export const settleAllHolds = (_nothing: object, { database }: JobTools) => settleHolds(database)

// A waitlisted party may also fit because of more seats or cancelled travelers.
const concerned = statement((db) =>
  db
    .selectFrom('bookings as b')
    .select('planned_trip_id')
    .distinct()
    .where(({ or, eb }) => or([isLapsed, eb('status', '=', 'waitlisted').and(fits)]))
    .orderBy('planned_trip_id'),
)
