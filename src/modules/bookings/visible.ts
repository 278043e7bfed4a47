import type { Db } from '../../kit/db/tables.ts'
import { isBookingSeen } from '../travelers/visible.ts'
import { isOutside, type Reader } from '../users/reader.ts'

/** Who sees bookings at all; a customer its own. */
export const readers = ['customer', 'sales', 'department', 'admin'] as const

export const bookingsSeenBy = (db: Db, reader: Reader) => db.selectFrom('bookings').where(isBookingSeen(reader))

/** Whose steps a reader hears of: a customer of its own, everybody else of those of sales. */
export const hearsLike = (reader: Reader) => (isOutside(reader) ? 'customer' : 'sales')
