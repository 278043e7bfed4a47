import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kit/db/tables.ts'
import { ref } from '../../kit/fields.ts'
import { is, reached } from '../../kit/list/filters.ts'
import { isOutside, type Seer } from './rules.ts'

/** Whether a booking, under that name, is one the seer may know of. */
export const isBookingSeen = ({ customer, booking }: Seer, name = 'bookings') => {
  const [id, owner] = [sql.ref(`${name}.id`), sql.ref(`${name}.customer_user_id`)]
  if (booking !== undefined) return sql<SqlBool>`${id} = ${booking}`
  return customer === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${owner} = ${customer}`
}

/** Whether the traveler of that id is: one whose booking is. */
export const isTravelerSeen = (seer: Seer, id = 'travelers.id') =>
  isOutside(seer)
    ? sql<SqlBool>`${sql.ref(id)} in (select seen.id from travelers seen join bookings on bookings.id = seen.booking_id where ${isBookingSeen(seer)})`
    : sql<SqlBool>`true`

/** What belongs to travelers, narrowed to one, to a booking or to a trip. */
export const belonging = (id: string) => ({
  traveler_id: is(id, ref()),
  booking_id: reached(id, 'travelers', 'id', is('travelers.booking_id', ref())),
  planned_trip_id: reached(id, 'travelers', 'id', reached('travelers.booking_id', 'bookings', 'id', 'planned_trip_id')),
})

export const travelersSeenBy = (db: Db, seer: Seer) =>
  db
    .selectFrom('travelers')
    .$if(isOutside(seer), (rows) =>
      rows.where(sql<SqlBool>`travelers.booking_id in (select id from bookings where ${isBookingSeen(seer)})`),
    )
