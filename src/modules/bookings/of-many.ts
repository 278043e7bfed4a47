import { sql } from 'kysely'
import { Type } from 'typebox'
import { statement } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { flag, orNull, ref } from '../../kit/fields.ts'
import { bulkLine, MOST_CHANGED } from '../../kit/http/routes/bulk.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { Booking } from './booking.ts'
import { bookingsSeenBy } from './visible.ts'

/** The bookings that a call for many of them is about, and whether it is only tried. */
export const BookingsAsked = Type.Object({
  ids: Type.Array(ref(), { minItems: 1, maxItems: MOST_CHANGED, uniqueItems: true }),
  dry_run: Type.Optional(flag()),
})

/** What is said of each booking. */
export const BookingLine = Type.Object({
  booking_id: ref(),
  booking_number: orNull(Booking.properties.booking_number),
  contact: orNull(Booking.properties.contact_name),
  ...bulkLine,
})

type Asked = { id: number; booking_number: string | null; contact: string | null }
export function bookingInLine({ id: booking_id, booking_number, contact }: Asked) {
  return { booking_id, booking_number, contact }
}

/** These bookings in the order in which they were asked for. An id without a booking has no number. */
export async function bookingsAsked(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Asked[]> {
  const known = await readNames(tx, { ids, ...readerOf(actor) })
  return ids.map((id) => known.find((each) => each.id === id) ?? { id, booking_number: null, contact: null })
}

const readNames = statement((db: Db, { ids, ...reader }: Reader & { ids: readonly number[] }) =>
  bookingsSeenBy(db, reader)
    .select(['bookings.id', 'bookings.booking_number', 'bookings.contact_name as contact'])
    .where('bookings.id', '=', sql<number>`any(${ids})`),
)
