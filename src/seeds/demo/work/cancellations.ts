import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import type { Actor } from '../../../kit/http/server/guard.ts'
import { cancelBooking } from '../../../modules/bookings/cancel.ts'
import { askToCancel } from '../../../modules/bookings/cancellation-requests/ask.ts'
import { seesAll } from '../../../modules/users/reader.ts'
import { backgroundEnded, triggersEnded } from '../past.ts'

// On later trips, so that the fee is a small part of what was paid.
const cancelled = [
  ['HKD3-013', '家中長輩住院，無法成行'],
  ['BKK2-011', '公司臨時調度，取消休假'],
] as const

/** Cancels paid bookings by the terms of their trips; finance still has to pay the refunds. */
export async function cancelBookings(tx: Tx, sales: Actor, bookings: ReadonlyMap<string, number>) {
  const by = { reader: seesAll, actor_id: sales.id, roles: sales.roles, expected: undefined }
  for (const [booking, reason] of cancelled) await cancelBooking(tx, bookings.get(booking) ?? 0, { reason }, by)
  await triggersEnded(tx)
}

/** A customer asks to cancel one of a party; sales have not answered yet. */
export async function askToLeave(tx: Tx) {
  const booking = await tx
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .innerJoin('travelers as v', 'v.booking_id', 'b.id')
    .select(['b.id', sql<number>`max(v.id)`.as('traveler')])
    .where('b.status', '=', 'confirmed')
    .where('v.status', '=', 'active')
    .where('v.passenger_type', '=', 'adult')
    .where(sql<boolean>`t.departure_date > today() + 20 and t.status in ('open', 'guaranteed')`)
    .groupBy(['b.id', 't.departure_date'])
    .having(sql<boolean>`count(*) > 2`)
    .orderBy('t.departure_date')
    .orderBy('b.id')
    .executeTakeFirst()
  if (!booking) return
  const customer = { reader: seesAll, actor_id: undefined, roles: ['customer'] } as const
  await askToCancel(tx, customer, booking.id, {
    traveler_ids: [booking.traveler],
    reason: '公司臨時派駐，這次無法一起去。',
  })
  await backgroundEnded(tx)
}

/** Moves these cancellations some days into the past, so that a manager can try to restore one. Triggers are off, so that this increments no version and writes no audit. */
export async function moveCancellations(tx: Tx) {
  await sql`alter table bookings disable trigger user`.execute(tx)
  await sql`
    with moved as (
      update bookings set cancelled_at = now() - (id % 4 + 2) * interval '1 day' where refund > 0 returning id, cancelled_at as moment
    ), owed as (
      update booking_obligations o set created_at = moment, told_at = moment from moved where o.booking_id = moved.id
    ), settled as (
      update booking_price_lines l set created_at = moment from moved where l.booking_id = moved.id and l.kind = 'cancellation'
    ), ended as (
      update cancelled_bookings k set undo_until = null from moved where k.booking_id = moved.id
    ), told as (
      update notifications n set created_at = moment from moved where subject_type = 'booking' and subject_id = moved.id
    )
    update audit a set created_at = moment
      from moved where a.table_name = 'bookings' and a.record_id = moved.id and a.created_at = now()`.execute(tx)
  await sql`alter table bookings enable trigger user`.execute(tx)
}
