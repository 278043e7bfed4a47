import { sql } from 'kysely'
import { jsonArrayOf } from '../../../kit/db/json.ts'
import { tripSeen } from '../visible.ts'

/** The reason of the last step, while its trip is in the status that it led to. */
export const statusReason = sql<string | null>`(
  select c.reason from trip_status_changes c where c.planned_trip_id = planned_trips.id order by c.id desc limit 1)`

export const statusHistory = jsonArrayOf(tripSeen, (db, { id }) =>
  db
    .selectFrom('trip_status_changes as c')
    .leftJoin('users as u', 'u.id', 'c.changed_by')
    .select(['c.id', 'c.from_status', 'c.to_status', 'c.reason', 'c.in_spite_of'])
    .select(['c.changed_by', 'u.name as changed_by_name', 'c.created_at'])
    .where('c.planned_trip_id', '=', id)
    .orderBy('c.id', 'desc')
    .limit(500),
)
