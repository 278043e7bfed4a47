import { sql } from 'kysely'
import { isOneOf } from '../../kit/db/fragments.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { travelingStatuses } from '../booking-statuses.ts'
import type { Person } from '../notifications/notify.ts'
import { thoseIn } from '../users/has-role.ts'

/** The people in charge of a trip, and all of operations if it has no OP. */
export async function peopleWithOp(tx: Tx, id: number): Promise<Person[]> {
  const { op_user_id } = await inCharge(tx, id)
  return [...(await peopleOf(tx, id)), ...(op_user_id === null ? await thoseIn(tx, 'department', 'op') : [])]
}

/** The people in charge of a trip, its leader, and the sales of its bookings. */
export async function peopleOf(tx: Tx, id: number): Promise<Person[]> {
  const { leader, ...trip } = await inCharge(tx, id)
  const people = [trip.op_user_id, trip.sales_user_id, trip.ticketing_user_id, ...(await sellersOf(tx, id))]
  return leader === null ? people : [...people, { leader }]
}

const inCharge = (db: Db, id: number) =>
  db
    .selectFrom('planned_trips')
    .select(['op_user_id', 'sales_user_id', 'ticketing_user_id', 'assigned_leader_id as leader'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** The sales people of a trip and of its bookings. */
export async function sellersOf(db: Db, trip: number): Promise<Person[]> {
  const { rows } = await sql<{ person: number }>`
    select sales_user_id as person from planned_trips where id = ${trip} and sales_user_id is not null
     union select sales_user_id from bookings where planned_trip_id = ${trip} and ${isOneOf('status', travelingStatuses)} and sales_user_id is not null
     order by person`.execute(db)
  return rows.map(({ person }) => person)
}

/** Everybody who travels on a trip: the contacts of its bookings, and its travelers, who are told if they have an address of their own. */
export async function partyOf(db: Db, trip: number): Promise<Person[]> {
  const { rows } = await sql<{ person: Person }>`
    select person from (
      select b.id, 0 as traveler, json_build_object('contact', b.id) as person from bookings b
       where b.planned_trip_id = ${trip} and ${isOneOf('b.status', travelingStatuses)}
       union all
      select b.id, v.id, json_build_object('traveler', v.id) from bookings b join travelers v on v.booking_id = b.id
       where b.planned_trip_id = ${trip} and ${isOneOf('b.status', travelingStatuses)} and v.status = 'active' and v.email is not null
    ) as party order by id, traveler`.execute(db)
  return rows.map(({ person }) => person)
}
