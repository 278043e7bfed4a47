import { type RawBuilder, sql } from 'kysely'
import { isOneOf } from '../../../kit/db/condition.ts'
import type { Role } from '../../../kit/http/server/access.ts'
import type { Words } from '../../../kit/words/words.ts'
import type { Light } from '../../travelers/labels.ts'
import type { TripStatus } from '../../trip-statuses.ts'

/** A change of a trip: other dates, another status, or the way back to an earlier status. */
export type Happening = 'moved' | TripStatus | `back-to-${TripStatus}`
export type Asked = { id: number; from: string; to: string; shift: number }

/** What is looked for before a change: the changes that cause it, and the query that finds type and id of its records. */
export type Check = {
  kind: string
  when: readonly Happening[]
  says: Words
  /** Red if the trip cannot take place like this. */
  light?: Exclude<Light, 'green'>
  /** It stops the change. These roles may go on if they say why. */
  passedBy?: readonly Role[]
  rows: (asked: Asked) => RawBuilder<unknown>
}

// Queries for the records of a trip that meet a condition.
export const own = ({ id }: Pick<Asked, 'id'>, where: RawBuilder<unknown>) =>
  sql`select 'planned_trip' as type, t.id from planned_trips t where t.id = ${id} and ${where}`
export const bookings = (id: number, statuses: readonly string[]) =>
  sql`select 'booking', b.id from bookings b where b.planned_trip_id = ${id} and ${isOneOf('b.status', statuses)}`
export const flights = (id: number, where: RawBuilder<unknown>) =>
  sql`select 'planned_trip_flight', f.id from planned_trip_flights f
       where f.planned_trip_id = ${id} and f.status <> 'cancelled' and ${where}`
export const deadlines = (id: number, where: RawBuilder<unknown>) =>
  sql`select 'trip_deadline', d.id from trip_deadlines d where d.planned_trip_id = ${id} and d.done_at is null and ${where}`
export const sessions = (id: number, where: RawBuilder<unknown>) =>
  sql`select 'seminar_session', s.id from seminar_trips m join seminar_sessions s using (seminar_id)
       where m.planned_trip_id = ${id} and s.status in ('draft', 'open') and ${where}`
export const always = sql`true`
