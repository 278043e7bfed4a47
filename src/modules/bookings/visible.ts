import { theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { moneyReaders } from '../roles.ts'
import { asKnownTo, isBookingSeen } from '../travelers/visible.ts'
import type { Reader } from '../users/reader.ts'

/** The roles that read bookings; a customer reads only their own. */
export const readers = ['customer', ...moneyReaders] as const

/** The bookings that a reader may see, with the version and the time of the last change that is visible to this reader. */
export function bookingsSeenBy(db: Db, reader: Reader) {
  return db
    .selectFrom(asKnownTo(reader, 'bookings', (alias) => isBookingSeen(reader, alias)).as('bookings'))
    .where(isBookingSeen(reader))
}

export function seenBooking(db: Db, { id, ...reader }: Reader & { id: number }) {
  return bookingsSeenBy(db, reader).select('bookings.id').where('bookings.id', '=', id)
}
export const knownBooking = theRow(seenBooking)
