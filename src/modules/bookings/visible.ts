import type { Db } from '../../kit/db/tables.ts'
import { isOutside, type Seer } from '../travelers/rules.ts'
import { isBookingSeen } from '../travelers/visible.ts'

export { isOutside, type Seer, seerOf } from '../travelers/rules.ts'

/** Who sees bookings at all, and who writes them; a customer its own. */
export const readers = ['customer', 'sales', 'department', 'admin'] as const
export const keepers = ['sales', 'admin'] as const

export const bookingsSeenBy = (db: Db, seer: Seer) =>
  db.selectFrom('bookings').$if(isOutside(seer), (rows) => rows.where(isBookingSeen(seer)))

export const partyOf = (seer: Seer) => (isOutside(seer) ? 'customer' : 'staff')
