import { type Selectable, sql } from 'kysely'
import { type Condition, everyRow, noRow } from '../../kit/db/condition.ts'
import type { Db, Tables } from '../../kit/db/tables.ts'
import { ref } from '../../kit/fields.ts'
import { is, reached } from '../../kit/list/filters.ts'
import { isCustomer, type Reader } from '../users/reader.ts'

/**
 * Whether a reader may see a booking of this alias: a customer those of its account, the holder of the contact's link the one of the
 * link, and the holder of a traveler's link none. A leader sees travelers in the lists of its trips, and no bookings.
 */
export function isBookingSeen(reader: Reader, name = 'bookings'): Condition {
  switch (reader.sees) {
    case 'all':
    case 'money':
      return everyRow
    case 'customer':
      return sql`${sql.ref(`${name}.customer_user_id`)} = ${reader.customer}`
    case 'booking':
      return sql`${sql.ref(`${name}.id`)} = ${reader.booking}`
    case 'traveler':
    case 'leader':
    case 'offer':
    case 'nothing':
      return noRow
  }
}

/** Whether a reader may see a traveler: if it may see the booking, unless it sees only the money of that. */
export function isTravelerSeen(reader: Reader, id = 'travelers.id'): Condition {
  return ofSeenBooking(
    reader,
    id,
    (isSeen) =>
      sql`${sql.ref(id)} in (select seen.id from travelers seen join bookings on bookings.id = seen.booking_id where ${isSeen})`,
  )
}

const ofSeenBooking = (reader: Reader, id: string, belongs: (isSeen: Condition) => Condition): Condition => {
  switch (reader.sees) {
    case 'all':
      return everyRow
    case 'money':
      return noRow
    case 'traveler':
      return sql`${sql.ref(id)} = ${reader.traveler}`
    case 'customer':
    case 'booking':
    case 'leader':
    case 'offer':
    case 'nothing':
      return belongs(isBookingSeen(reader))
  }
}

/** Filters of travelers' records: by traveler, booking, trip or branch. */
export function belonging(id: string) {
  return {
    traveler_id: is(id, ref()),
    booking_id: reached(id, 'travelers', 'id', is('travelers.booking_id', ref())),
    planned_trip_id: reached(
      id,
      'travelers',
      'id',
      reached('travelers.booking_id', 'bookings', 'id', 'planned_trip_id'),
    ),
    branch_id: reached(id, 'travelers', 'id', reached('travelers.booking_id', 'bookings', 'id', 'branch_id')),
  }
}

/**
 * The rows of a table that a reader may see. For a customer they have the version and the time of the last change that it may know
 * of, in place of the columns, so that filters and orders of lists know these too.
 */
export function asKnownTo<Name extends 'bookings' | 'travelers'>(
  reader: Reader,
  table: Name,
  isSeen: (alias: string) => Condition,
) {
  return isCustomer(reader)
    ? sql<Selectable<Tables[Name]>>`(select known.* from ${sql.table(table)} kept
        cross join lateral jsonb_populate_record(kept, jsonb_build_object(
          'version', kept.public_version, 'updated_at', kept.public_updated_at)) known where ${isSeen('kept')})`
    : sql<Selectable<Tables[Name]>>`${sql.table(table)}`
}

export function travelersSeenBy(db: Db, reader: Reader) {
  const isSeen = (alias: string) =>
    ofSeenBooking(
      reader,
      `${alias}.id`,
      (isBooking) => sql`${sql.ref(`${alias}.booking_id`)} in (select id from bookings where ${isBooking})`,
    )
  return db.selectFrom(asKnownTo(reader, 'travelers', isSeen).as('travelers')).where(isSeen('travelers'))
}
