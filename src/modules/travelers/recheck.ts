import { sql } from 'kysely'
import { isAmong } from '../../kit/db/fragments.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { type Events, emit } from '../../kit/events.ts'
import { enqueue, type Jobs, type JobTools } from '../../kit/jobs/jobs.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { consulted } from '../../kit/secrets/personal-data.ts'
import { aliveStatuses } from '../booking-statuses.ts'
import { notifyOfMissing } from './notices.ts'
import { ageTypes, hasBedByAge } from './rules.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'travelers.look': { planned_trip_id: number }
    'travelers.look-ahead': object
  }
}

/** The number of days before a departure from which problems are reported. */
const DAYS_AHEAD = 60
/** The number of trips that are checked with one statement, in one transaction. */
const BATCH = 50

/** Dates or flights of a trip have changed, so its travelers are checked again. */
export function recheckTrip(tx: Tx, { planned_trip_id }: { planned_trip_id: number }) {
  return enqueue(tx, 'travelers.look', { planned_trip_id })
}

/** Like `recheckTrip`, for the new trip of a transferred booking. */
export function recheckNewTrip(tx: Tx, { to }: Events['booking.transferred']) {
  return recheckTrip(tx, { planned_trip_id: to })
}

export function checkTravelersOfTrip({ planned_trip_id }: Jobs['travelers.look'], { database, keys }: JobTools) {
  return database.transaction({}, async (tx) => {
    await countAges(tx, keys, planned_trip_id)
    await notifyOfMissing(tx, [planned_trip_id], DAYS_AHEAD)
  })
}

/** Checks all travelers of trips that depart soon, because entry rules may have changed. */
export async function checkUpcomingTrips(_nothing: object, { database }: JobTools) {
  const { rows } = await sql<{ id: number }>`
      select id from planned_trips
       where departure_date between today() and today() + ${DAYS_AHEAD}::integer
       order by departure_date, id`.execute(database.db)
  const ids = rows.map(({ id }) => id)
  for (let at = 0; at < ids.length; at += BATCH) {
    const trips = ids.slice(at, at + BATCH)
    await database.transaction({}, (tx) => notifyOfMissing(tx, trips, DAYS_AHEAD))
  }
  // Travelers from before ages were stored get theirs before they depart.
  const withoutAges = await database.db
    .selectFrom('travelers as v')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .select('b.planned_trip_id')
    .distinct()
    .where(isAmong('b.planned_trip_id', ids))
    .where('b.status', 'in', aliveStatuses)
    .where('v.birth_date', 'is not', null)
    .where('v.age', 'is', null)
    .execute()
  await database.transaction({}, async (tx) => {
    for (const trip of withoutAges) recheckTrip(tx, trip)
  })
}

/** Birth dates are encrypted, so passenger types are stored, and computed again when the trip moves. */
export async function countAges(tx: Tx, keys: Keys, planned_trip_id: number) {
  const travelers = await tx
    .selectFrom('travelers as v')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select([
      'v.id',
      'v.booking_id',
      'v.person_key',
      'v.passenger_type',
      'v.is_minor',
      'v.age',
      't.departure_date',
      't.return_date',
    ])
    .where('t.id', '=', planned_trip_id)
    .where('b.status', 'in', aliveStatuses)
    .where('v.birth_date', 'is not', null)
    .orderBy('v.id')
    .forUpdate('v')
    .execute()
  for (const { id, booking_id, person_key, departure_date, return_date, ...before } of travelers) {
    if (!person_key) continue
    const field = { person_key, table: 'travelers', record_id: id, field: 'birth_date' }
    const now = ageTypes(await consulted(tx, keys, field), { departure_date, return_date })
    if (now.passenger_type === before.passenger_type && now.age === before.age) continue
    const bed = hasBedByAge(now) === hasBedByAge(before) ? {} : { bed: hasBedByAge(now) }
    await tx
      .updateTable('travelers')
      .set({ ...now, ...bed })
      .where('id', '=', id)
      .execute()
    if (now.passenger_type === before.passenger_type && now.is_minor === before.is_minor) continue
    await emit(tx, 'traveler.changed', { traveler_id: id, booking_id, actor_id: undefined, fields: ['passenger_type'] })
  }
}
