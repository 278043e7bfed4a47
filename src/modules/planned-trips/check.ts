import { type RawBuilder, sql } from 'kysely'
import { isOneOf } from '../../kit/db/fragments.ts'
import type { Role } from '../../kit/http/server/guard.ts'
import type { Words } from '../../kit/words/words.ts'
import type { Light } from '../travelers/words.ts'
import type { TripStatus } from '../trip-statuses.ts'
import { isAssemblyLate } from './assembly.ts'

/** A change of a trip: other dates, another status, or a return to an earlier status. */
export type TripChangeKind = 'moved' | TripStatus | `back-to-${TripStatus}`

/** The id of a trip, or in a statement about many trips the column with the id. */
export type TripId = number | RawBuilder<number>

/** The trip, its dates after the change, and the number of days by which everything moves. */
export type Asked = { id: TripId; from: string; to: string; shift: number }

/** A check before a change: the kinds of changes that need it, and the query for type and id of the affected records. */
export type Check = {
  kind: string
  when: readonly TripChangeKind[]
  says: Words
  /** The sentence with the values of a trip, in Chinese (0) or English (1). */
  named?: (trip: RawBuilder<unknown>, language: 0 | 1) => RawBuilder<string | null>
  /** Red if the trip cannot depart while the check fails. */
  light?: Exclude<Light, 'green'>
  /** If it is set, the check blocks the change, and these roles may override it with a reason. */
  passedBy?: readonly Role[]
  rows: (asked: Asked) => RawBuilder<unknown>
}

// Queries for the records of a trip that meet a condition.

export function own({ id }: Pick<Asked, 'id'>, where: RawBuilder<unknown>) {
  return sql`select 'planned_trip' as type, t.id from planned_trips t where t.id = ${id} and ${where}`
}

export function bookings(id: TripId, statuses: readonly string[]) {
  return sql`select 'booking', b.id from bookings b where b.planned_trip_id = ${id} and ${isOneOf('b.status', statuses)}`
}

export function flights(id: TripId, where: RawBuilder<unknown>) {
  return sql`select 'planned_trip_flight', f.id from planned_trip_flights f
       where f.planned_trip_id = ${id} and f.status <> 'cancelled' and ${where}`
}

export function deadlines(id: TripId, where: RawBuilder<unknown>) {
  return sql`select 'trip_deadline', d.id from trip_deadlines d where d.planned_trip_id = ${id} and d.done_at is null and ${where}`
}

export function sessions(id: TripId, where: RawBuilder<unknown>) {
  return sql`select 'seminar_session', s.id from seminar_trips m join seminar_sessions s using (seminar_id)
       where m.planned_trip_id = ${id} and s.status in ('draft', 'open') and ${where}`
}
/** The assembly is not before the departure of the first flight, which the airline may have moved. */
export const assemblyAfterFlight: Omit<Check, 'when'> = {
  kind: 'assembly_after_flight',
  says: ['集合時間不早於第一段航班的起飛時間', 'The assembly is not before the departure of the first flight'],
  light: 'red',
  // Also before the trip is moved, in a preview.
  rows: (asked) => own(asked, isAssemblyLate(sql`(${asked.from}::date - t.departure_date)`)),
}
