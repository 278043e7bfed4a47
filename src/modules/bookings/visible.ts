import type { Db } from '../../kit/db/tables.ts'
import { moneyReaders, type Role } from '../roles.ts'
import { isBookingSeen } from '../travelers/visible.ts'
import type { Acting, Reader } from '../users/reader.ts'

/** The roles that see bookings; a customer only its own. */
export const readers = ['customer', ...moneyReaders] as const

export const bookingsSeenBy = (db: Db, reader: Reader) => db.selectFrom('bookings').where(isBookingSeen(reader))

/** Whose possible steps a reader is shown: those of its role, and of a customer if it has no account. */
export const actsAs = (reader: Reader | Acting): Role => ('acts_as' in reader ? reader.acts_as : 'customer')
