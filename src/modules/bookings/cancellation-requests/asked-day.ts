import { type RawBuilder, sql } from 'kysely'
import { localDay } from '../../../kit/db/fragments.ts'
import type { Tx } from '../../../kit/db/tables.ts'

/** SQL: how many days ago the customer of a booking of this alias asked to cancel; 0 if it has not. */
export function daysSinceAsked(booking: string): RawBuilder<number> {
  return sql<number>`coalesce((
    select today() - ${localDay(sql`q.created_at`)} from cancellation_requests q
     where q.booking_id = ${sql.ref(`${booking}.id`)} and q.status = 'open'), 0)`
}

/**
 * The trip as far before its departure as it was when its customer asked to cancel: the contract counts the day on which the agency
 * was told, not the day on which sales get to it.
 */
export async function tripWhenAsked<T extends { days_left: number }>(tx: Tx, booking_id: number, trip: T): Promise<T> {
  const { days } = await tx
    .selectFrom('bookings')
    .select(daysSinceAsked('bookings').as('days'))
    .where('id', '=', booking_id)
    .executeTakeFirstOrThrow()
  return days ? { ...trip, days_left: trip.days_left + days } : trip
}
