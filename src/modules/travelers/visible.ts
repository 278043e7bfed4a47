import { sql } from 'kysely'
import { type Condition, everyRow, noRow } from '../../kit/db/condition.ts'
import type { Db } from '../../kit/db/tables.ts'
import { ref } from '../../kit/fields.ts'
import { is, reached } from '../../kit/list/filters.ts'
import { isOutside, type Reader } from '../users/reader.ts'

/**
 * Whether a booking, under that name, is one a reader may know of: a customer those of its account, whoever holds a link the
 * one it belongs to. A leader meets travelers in the lists of its trips, and no bookings.
 */
export const isBookingSeen = (reader: Reader, name = 'bookings'): Condition => {
  switch (reader.sees) {
    case 'all':
      return everyRow
    case 'customer':
      return sql`${sql.ref(`${name}.customer_user_id`)} = ${reader.customer}`
    case 'booking':
      return sql`${sql.ref(`${name}.id`)} = ${reader.booking}`
    case 'leader':
    case 'offer':
    case 'nothing':
      return noRow
  }
}

/** Whether the traveler of that id is: one whose booking is. */
export const isTravelerSeen = (reader: Reader, id = 'travelers.id'): Condition =>
  isOutside(reader)
    ? sql`${sql.ref(id)} in (select seen.id from travelers seen join bookings on bookings.id = seen.booking_id where ${isBookingSeen(reader)})`
    : everyRow

/** What belongs to travelers, narrowed to one, to a booking or to a trip. */
export const belonging = (id: string) => ({
  traveler_id: is(id, ref()),
  booking_id: reached(id, 'travelers', 'id', is('travelers.booking_id', ref())),
  planned_trip_id: reached(id, 'travelers', 'id', reached('travelers.booking_id', 'bookings', 'id', 'planned_trip_id')),
})

export const travelersSeenBy = (db: Db, reader: Reader) =>
  db
    .selectFrom('travelers')
    .$if(isOutside(reader), (rows) =>
      rows.where(sql<boolean>`travelers.booking_id in (select id from bookings where ${isBookingSeen(reader)})`),
    )
