import { theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { moneyReaders, type Role } from '../roles.ts'
import { asKnownTo, isBookingSeen } from '../travelers/visible.ts'
import type { Acting, Reader } from '../users/reader.ts'

/** The roles that see bookings; a customer only its own. */
export const readers = ['customer', ...moneyReaders] as const

/** The bookings a reader may see, with the version and the time of the last change that it may know of. */
export function bookingsSeenBy(db: Db, reader: Reader) {
  return db
    .selectFrom(asKnownTo(reader, 'bookings', (alias) => isBookingSeen(reader, alias)).as('bookings'))
    .where(isBookingSeen(reader))
}

/** Whose possible steps a reader is shown: those of its role, and of a customer if it has no account. */
export function actsAs(reader: Reader | Acting): Role {
  return 'acts_as' in reader ? reader.acts_as : 'customer'
}

export function seenBooking(db: Db, { id, ...reader }: Reader & { id: number }) {
  return bookingsSeenBy(db, reader).select('bookings.id').where('bookings.id', '=', id)
}
export const knownBooking = theRow(seenBooking)
