import { type RawBuilder, sql } from 'kysely'
import { localDay } from '../../../kit/db/fragments.ts'
import type { Tx } from '../../../kit/db/tables.ts'

/**
 * SQL: how many days ago the customer of a booking of this alias asked to cancel; 0 if it has not. A request that names travelers counts
 * for these alone, and one that names nobody for all.
 */
export function daysSinceAsked(
  booking: string,
  traveler: RawBuilder<unknown> = sql`null::integer`,
): RawBuilder<number> {
  return sql<number>`coalesce((
    select today() - ${localDay(sql`q.created_at`)} from cancellation_requests q
     where q.booking_id = ${sql.ref(`${booking}.id`)} and q.status = 'open'
       and (q.traveler_ids = '{}' or ${traveler} = any (q.traveler_ids))), 0)`
}

type Leaving = { booking_id: number; traveler_id?: number }

/**
 * The trip as far before its departure as it was when its customer asked to cancel the booking, or this traveler: the contract counts the
 * day on which the agency was told, not the day on which sales get to it.
 */
export async function tripWhenAsked<T extends { days_left: number }>(
  tx: Tx,
  { booking_id, traveler_id }: Leaving,
  trip: T,
): Promise<T> {
  const { days } = await tx
    .selectFrom('bookings')
    .select(daysSinceAsked('bookings', sql`${traveler_id ?? null}::integer`).as('days'))
    .where('id', '=', booking_id)
    .executeTakeFirstOrThrow()
  return days ? { ...trip, days_left: trip.days_left + days } : trip
}
