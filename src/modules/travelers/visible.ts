import { type Selectable, sql } from 'kysely'
import { type Condition, everyRow, noRow } from '../../kit/db/fragments.ts'
import type { Db, Tables } from '../../kit/db/tables.ts'
import { ref } from '../../kit/fields.ts'
import { is, reached } from '../../kit/list/filters.ts'
import { isCustomer, type Reader } from '../users/reader.ts'

/**
 * SQL: whether a reader may see booking `name`. Customer: bookings of the account. Contact's link: that booking. Traveler's link:
 * none. Leader: none, because leaders see travelers in the lists of their trips.
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

/** SQL: whether a reader may see a traveler: if the reader may see the booking, and not only its money. */
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
 * The rows of a table that a reader may see. For a customer, version and time of the last change are those of visible changes, so
 * that filters and orders of lists use these too.
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
