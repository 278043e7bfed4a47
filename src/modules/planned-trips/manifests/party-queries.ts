import { sql } from 'kysely'
import { isOneOf } from '../../../kit/db/condition.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { travelingStatuses } from '../../booking-statuses.ts'
import type { Person } from '../../notifications/notify.ts'

/** Everybody who travels on a trip: the contacts of its bookings, and its travelers, who are told if they have an address of their own. */
export const partyOf = async (db: Db, trip: number): Promise<Person[]> => {
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

/** The sales people of a trip and of its bookings. */
export const sellersOf = async (db: Db, trip: number): Promise<Person[]> => {
  const { rows } = await sql<{ person: number }>`
    select sales_user_id as person from planned_trips where id = ${trip} and sales_user_id is not null
     union select sales_user_id from bookings where planned_trip_id = ${trip} and ${isOneOf('status', travelingStatuses)} and sales_user_id is not null
     order by person`.execute(db)
  return rows.map(({ person }) => person)
}
