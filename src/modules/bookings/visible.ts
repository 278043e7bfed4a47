import type { Db } from '../../kit/db/tables.ts'
import { isBookingSeen } from '../travelers/visible.ts'
import { isOutside, type Reader } from '../users/reader.ts'

/** The roles that see bookings; a customer only its own. */
export const readers = ['customer', 'sales', 'department', 'admin'] as const

export const bookingsSeenBy = (db: Db, reader: Reader) => db.selectFrom('bookings').where(isBookingSeen(reader))

/** The role whose possible steps a reader is shown: customers their own, everybody else those of sales. */
export const shownAs = (reader: Reader) => (isOutside(reader) ? 'customer' : 'sales')
