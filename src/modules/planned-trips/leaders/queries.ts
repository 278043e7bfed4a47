import { jsonArrayOf, jsonRecord } from '../../../kit/db/json.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import { conflictsOf } from '../../leader-calendar/blocks.ts'
import { leaderIn } from '../../shown-names.ts'
import { tripSeen } from '../visible.ts'

/** The trip, locked until the transaction ends. */
export const lockedTrip = async (tx: Tx, id: number) =>
  found(await tx.selectFrom('planned_trips').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
export type LockedTrip = Awaited<ReturnType<typeof lockedTrip>>

export const tripLeaders = jsonRecord((db, { id }: { id: number }) =>
  db
    .selectFrom('planned_trips')
    .select(['id', 'serial', 'name', 'departure_date', 'return_date', 'status', 'area_id', 'assigned_leader_id'])
    .select(['briefing_leader_id', 'briefing_starts_at', 'briefing_ends_at', 'updated_at', 'version'])
    .select([
      leaderIn('planned_trips.assigned_leader_id').as('assigned_leader'),
      leaderIn('planned_trips.briefing_leader_id').as('briefing_leader'),
      conflictsOf('planned_trip', 'planned_trips.id').as('conflicts'),
    ])
    .where('id', '=', id),
)

export const leaderHistory = jsonArrayOf(tripSeen, (db, { id }) =>
  db
    .selectFrom('trip_leader_changes as c')
    .leftJoin('tour_leaders as l', 'l.id', 'c.tour_leader_id')
    .leftJoin('users as u', 'u.id', 'c.changed_by')
    .select(['c.id', 'c.duty', 'c.tour_leader_id', 'l.name as leader_name', 'c.is_override', 'c.reason'])
    .select(['c.changed_by', 'u.name as changed_by_name', 'c.created_at'])
    .where('c.planned_trip_id', '=', id)
    .orderBy('c.id', 'desc')
    .limit(500),
)
