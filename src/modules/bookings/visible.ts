import type { Db } from '../../kit/db/tables.ts'
import { isBookingSeen } from '../travelers/visible.ts'
import { isOutside, type Reader } from '../users/reader.ts'
import type { Party } from './flow.ts'

/** Who sees bookings at all, and who writes them; a customer its own. */
export const readers = ['customer', 'sales', 'department', 'admin'] as const
export const keepers = ['sales', 'admin'] as const

export const bookingsSeenBy = (db: Db, reader: Reader) => db.selectFrom('bookings').where(isBookingSeen(reader))

export const partyOf = (reader: Reader): Party => (isOutside(reader) ? 'customer' : 'staff')
