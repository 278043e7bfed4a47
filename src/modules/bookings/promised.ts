import { sql } from 'kysely'
import { isAmong } from '../../kit/db/fragments.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { readerOf } from '../users/reader.ts'
import { lockedBooking } from './locks.ts'

/** Money is promised for so many days after it is due; `promised_by_cheques` of the database has them too. */
const DAYS_AFTER = 3

/**
 * Locks a booking for which money is promised. Seats that nothing is paid for are held until the promise is due, at the latest until the
 * departure.
 */
export async function keepForPromise(tx: Tx, id: number, { due_on, actor }: { due_on: string; actor: Actor }) {
  const { booking, trip } = await lockedBooking(tx, readerOf(actor), id)
  if (booking.status === 'held' && booking.paid === 0)
    await tx
      .updateTable('bookings')
      .set({
        hold_expires_at: sql<string>`greatest(hold_expires_at, least(
          (${due_on}::date + ${DAYS_AFTER}::integer + time '18:00') at time zone house_zone(),
          ${trip.departure_date}::date::timestamp at time zone house_zone()))`,
      })
      .where('id', '=', id)
      .execute()
  return booking
}

/** A promise is over: seats that only it has kept are held for another day, in which the customer can pay otherwise. */
export async function endPromise(tx: Tx, ids: readonly number[]) {
  await tx
    .updateTable('bookings')
    .set({ hold_expires_at: sql<string>`least(hold_expires_at, now() + interval '24 hours')` })
    .where(isAmong('id', ids))
    .where('status', '=', 'held')
    .where('paid', '=', 0)
    .execute()
}
