import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { onTheSpot } from './queries.ts'

/** The OP of a trip, or all of OP if there is none yet, and its leader. */
export const concerned = async (tx: Tx, planned_trip_id: number) => {
  const { rows } = await sql<{ serial: string; people: number[] }>`
    select p.serial, array(select u.id from users u
      where u.tour_leader_id = p.assigned_leader_id or u.id = p.op_user_id or (p.op_user_id is null and 'op' = any(u.departments)) order by u.id) as people
      from planned_trips p where p.id = ${planned_trip_id}`.execute(tx)
  return { serial: rows[0]?.serial ?? '', people: rows[0]?.people ?? [] }
}

/** The current local times of flights. */
export const timesNow = (tx: Tx, ids: number[]) =>
  tx
    .selectFrom('planned_trip_flights')
    .select(['id', 'flight_number', 'origin', 'destination', 'status'])
    .select(onTheSpot)
    .where('id', 'in', ids)
    .orderBy('departs_at')
    .orderBy('id')
    .execute()
