import { type SqlBool, sql } from 'kysely'
import { jsonArrayOf, jsonRecord } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import type { Actor } from '../../kit/http/access.ts'

/** A leader sees the flights of the trips it leads or briefs; the office sees all. */
export type Seer = { leader?: number }
export const seerOf = ({ role, tour_leader_id }: Actor): Seer =>
  role === 'leader' ? { leader: tour_leader_id ?? 0 } : {}

const isSeen = (trip: string, { leader }: Seer) =>
  leader === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.ref(trip)} in (select id from planned_trips where assigned_leader_id = ${leader} or briefing_leader_id = ${leader})`

const clock = (end: 'departs' | 'arrives') =>
  sql<string>`to_char(${sql.ref(`${end}_at`)} at time zone ${sql.ref(`${end}_timezone`)}, 'YYYY-MM-DD"T"HH24:MI')`
/** What the clocks at both airports show. */
export const onTheSpot = [clock('departs').as('departs_local'), clock('arrives').as('arrives_local')] as const

const flights = (db: Db, seer: Seer) =>
  db.selectFrom('planned_trip_flights').selectAll().select(onTheSpot).where(isSeen('planned_trip_id', seer))

export const oneFlight = jsonRecord((db, { id, ...seer }: Seer & { id: number }) =>
  flights(db, seer).where('id', '=', id),
)

const tripAt = (db: Db, { id, ...seer }: Seer & { id: number }) =>
  db.selectFrom('planned_trips').select('id').where('id', '=', id).where(isSeen('planned_trips.id', seer))

/** The whole itinerary of a trip, in the order it is flown. */
export const flightsOf = jsonArrayOf(tripAt, (db, { id, ...seer }) =>
  flights(db, seer).where('planned_trip_id', '=', id).orderBy('departs_at').orderBy('id'),
)
