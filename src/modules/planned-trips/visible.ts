import { type SqlBool, sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import type { Actor } from '../../kit/http/server/access.ts'

/** A leader knows of the trips it leads or briefs, without prices; the office of all. */
export type Seer = { leader?: number }
export const seerOf = ({ role, tour_leader_id }: Actor): Seer =>
  role === 'leader' ? { leader: tour_leader_id ?? 0 } : {}

export const isSeen = ({ leader }: Seer) =>
  leader === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${leader} in (planned_trips.assigned_leader_id, planned_trips.briefing_leader_id)`

export const tripsSeenBy = (db: Db, seer: Seer) =>
  db.selectFrom('planned_trips').$if(seer.leader !== undefined, (rows) => rows.where(isSeen(seer)))

export const tripSeen = (db: Db, { id, ...seer }: Seer & { id: number }) =>
  tripsSeenBy(db, seer).select('planned_trips.id').where('planned_trips.id', '=', id)
/** Refuses where the trip is not the reader's to know of. */
export const knownTrip = theRow(tripSeen)
