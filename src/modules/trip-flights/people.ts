import { sql } from 'kysely'
import { isOneOf } from '../../kit/db/condition.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { travelingStatuses } from '../booking-statuses.ts'
import { onTheSpot } from './queries.ts'

/** The OP of a trip, or all of OP if it has none, its leader, and the salespeople. */
export async function concerned(tx: Tx, planned_trip_id: number) {
  const { rows } = await sql<{ serial: string; name: string; name_en: string; people: number[] }>`
    select p.serial, p.name, coalesce(p.name_en, p.name) as name_en, array(select u.id from users u
      where u.tour_leader_id = p.assigned_leader_id or u.id = p.op_user_id or (p.op_user_id is null and 'op' = any(u.departments))
         or u.id = p.sales_user_id or u.id in (select b.sales_user_id from bookings b where b.planned_trip_id = p.id and ${isOneOf('b.status', travelingStatuses)})
      order by u.id) as people
      from planned_trips p where p.id = ${planned_trip_id}`.execute(tx)
  return rows[0] ?? { serial: '', name: '', name_en: '', people: [] }
}

/** The current local times of flights. */
export function timesNow(tx: Tx, ids: number[]) {
  return tx
    .selectFrom('planned_trip_flights')
    .select(['id', 'flight_number', 'origin', 'destination', 'status'])
    .select(onTheSpot)
    .where('id', 'in', ids)
    .orderBy('departs_at')
    .orderBy('id')
    .execute()
}
