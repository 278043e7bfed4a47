import type { Db } from '../../kit/db/tables.ts'
import { isBookingSeen } from '../travelers/visible.ts'
import type { Reader } from '../users/reader.ts'
import { moneyReaders } from '../users/schema.ts'

/** The roles that see bookings; a customer only its own. */
export const readers = ['customer', ...moneyReaders] as const

export const bookingsSeenBy = (db: Db, reader: Reader) => db.selectFrom('bookings').where(isBookingSeen(reader))

/** The role whose possible steps a reader is shown: staff and finance those of sales, everybody else those of a customer. */
export const shownAs = ({ sees }: Reader) => (sees === 'all' || sees === 'money' ? 'sales' : 'customer')
