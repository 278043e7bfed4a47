import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { emit } from '../../../kit/events.ts'
import { mayTake, outcome } from '../../../kit/flow.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import type { Role } from '../../../kit/http/server/access.ts'
import type { Reader } from '../../users/reader.ts'
import { chargeParty, removeFares } from '../account/charge-actions.ts'
import { refuseBelowZero } from '../account/limit-actions.ts'
import { HOURS_HELD } from '../creation-actions.ts'
import { enter, inHours, keptUntil } from '../entering.ts'
import { life, standingOf, steps } from '../flow.ts'
import {
  frozenPrice,
  type LockedBooking,
  lockedBooking,
  lockedTripToBook,
  partySize,
  seatsOf,
  type TripToBook,
  tripToBook,
} from '../grounds.ts'
import { faresOf, inCents, minus } from '../rules.ts'
import { fareKinds } from '../schema.ts'
import { refuseFull, settleSeats } from '../seating-actions.ts'
import { CALLED_OFF } from './cancel-actions.ts'
import type { Transfer } from './schema.ts'

declare module '../../../kit/events.ts' {
  interface Events {
    'booking.transferred': { booking_id: number; from: number; to: number; actor_id: number }
  }
}

type Taking = { reader: Reader; actor_id: number; role: Role; expected: Expected }

/** Moves a booking with all its travelers to another trip at that trip's price, or previews it. All or nothing. */
export const transferBooking = async (tx: Tx, id: number, asked: Transfer, by: Taking) => {
  await lockBoth(tx, id, asked.planned_trip_id)
  const { booking, trip: left } = await lockedBooking(tx, by.reader, id)
  guardVersion(booking, by.expected)
  mayTake(life, 'transfer', standingOf(booking), by.role)
  const trip = await tripToBook(tx, asked.planned_trip_id)
  if (trip.id === left.id) refuseField('planned_trip_id', ['已在此團。', 'It is on this trip already.'])
  // A dry run ends no holds and offers no seats.
  const remaining = asked.dry_run ? (await seatsOf(tx, trip.id)).remaining : await settleSeats(tx, trip)
  const preview = await foreseen(tx, booking, trip, remaining)
  if (asked.dry_run) return preview
  refuseFull(preview.remaining, preview.seats)
  await move(tx, booking, trip, by.actor_id)
  await settleSeats(tx, left)
  return preview
}

// Two transfers between the same trips lock them in the same order.
const lockBoth = async (tx: Tx, id: number, to: number) => {
  const there = await tx.selectFrom('bookings').select('planned_trip_id').where('id', '=', id).executeTakeFirst()
  const trips = [there?.planned_trip_id ?? to, to].sort((one, other) => one - other)
  for (const trip of trips) await lockedTripToBook(tx, trip)
}

const foreseen = async (tx: Tx, booking: LockedBooking, trip: TripToBook, remaining: number) => {
  const seats = await partySize(tx, booking.id)
  const price = frozenPrice(trip)
  if (price && price.currency !== booking.currency && (await hasOthers(tx, booking)))
    refuseField('planned_trip_id', [
      '幣別不同，且已有款項或其他費用。',
      'It is paid in another currency, and something stands on the account already.',
    ])
  const party = await tx
    .selectFrom('travelers')
    .select(['passenger_type', 'bed', 'bed_type', 'roommate_group', 'ticket_handling'])
    .where('booking_id', '=', booking.id)
    .where('status', '=', 'active')
    .execute()
  const fares = faresOf(price, party)
  const after = fares.reduce((sum, { amount }) => sum + inCents(amount), 0) / 100
  const before = await faresNow(tx, booking.id)
  return {
    is_possible: seats <= remaining,
    seats,
    remaining: Math.max(remaining, 0),
    currency: price?.currency ?? booking.currency,
    price_before: before,
    price_after: after,
    difference: minus(after, before),
    price_lines: fares,
  }
}

const move = async (tx: Tx, booking: LockedBooking, trip: TripToBook, actor_id: number) => {
  const price = frozenPrice(trip)
  const status = outcome(steps.transfer, booking.status)
  const until = inHours(HOURS_HELD.staff, trip)
  const { hold_expires_at, ...dues } = keptUntil(until, trip)
  await removeFares(tx, booking.id)
  if (booking.status === 'cancelled') await reopen(tx, booking)
  await tx
    .updateTable('bookings')
    .set({
      planned_trip_id: trip.id,
      offered_at: null,
      price: price && JSON.stringify(price),
      ...(price && { currency: price.currency }),
      ...dues,
      hold_expires_at: status === 'held' ? hold_expires_at : null,
    })
    .where('id', '=', booking.id)
    .execute()
  await chargeParty(tx, booking.id)
  await refuseBelowZero(tx, booking.id)
  await emit(tx, 'booking.transferred', {
    booking_id: booking.id,
    from: booking.planned_trip_id,
    to: trip.id,
    actor_id,
  })
  await enter(tx, booking.id, 'transfer', { status, actor_id })
}

// A booking that was cancelled with its trip goes on: the line that settled it is removed, and what was owed back pays for the new trip.
const reopen = async (tx: Tx, { id, paid }: LockedBooking) => {
  if (paid < 0) refuseField('planned_trip_id', paidOut)
  await tx
    .deleteFrom('booking_price_lines')
    .where('booking_id', '=', id)
    .where('kind', '=', 'cancellation')
    .where('source', '=', CALLED_OFF)
    .execute()
  await tx
    .updateTable('bookings')
    .set({ cancelled_at: null, cancelled_by: null, cancel_cause: null, cancel_reason: null, cancel_paper: null })
    .set({ cancellation_fee: null, official_fees: null, proven_costs: null, penalty: null, refund: null })
    .where('id', '=', id)
    .execute()
}

const paidOut = [
  '取消的賠償已付給客戶；請為新行程另建訂單。',
  'The penalty of the cancellation was paid out already: make a new booking for the other trip.',
] as const

const hasOthers = async (tx: Tx, { id, paid }: LockedBooking) =>
  paid !== 0 ||
  !!(await tx
    .selectFrom('booking_price_lines')
    .select('id')
    .where('booking_id', '=', id)
    .where('kind', 'not in', [...fareKinds])
    .executeTakeFirst())

const faresNow = async (tx: Tx, id: number) => {
  const { sum } = await tx
    .selectFrom('booking_price_lines')
    .select(sql<number>`coalesce(sum(amount), 0)`.as('sum'))
    .where('booking_id', '=', id)
    .where('kind', 'in', [...fareKinds])
    .executeTakeFirstOrThrow()
  return sum
}
