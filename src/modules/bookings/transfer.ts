import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { currency, flag, money, ref, shownFields } from '../../kit/fields.ts'
import { mayTake, outcome } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Role } from '../../kit/http/server/guard.ts'
import { minus } from '../../kit/money.ts'
import { misfitsAfter, receiptMisfits } from '../receipt-misfits/misfits.ts'
import { tripCalled } from '../shown-names.ts'
import { actingOf, type Reader, readerOf } from '../users/reader.ts'
import { type FrozenPrice, fareKinds, ShownLine, sum } from './booking.ts'
import { reopen } from './cancelled.ts'
import { chargeParty, faresOf, removeFares, totalOf } from './fares.ts'
import { bookingFlow, stateOf, steps } from './flow.ts'
import { HOURS_HELD, inHours, keptUntil } from './holds.ts'
import {
  frozenPrice,
  type LockedBooking,
  lockedBooking,
  lockedTripsToBook,
  type TripToBook,
  tripToBook,
} from './locks.ts'
import { newestPublication, publish } from './publications.ts'
import { oneBooking, shownBooking } from './read.ts'
import { partySize, refuseFull, seatsOf, settleSeats } from './seats.ts'
import { type LeftTrip, setStatus } from './status.ts'

export const Transfer = Type.Object({ planned_trip_id: ref(), dry_run: Type.Optional(flag()) })
export type Transfer = Static<typeof Transfer>

const ofLine = ShownLine.properties
/** The preview of a transfer: whether there are enough seats, and how the price changes. */
const OfTransfer = Type.Object({
  dry_run: flag(),
  transfer: Type.Object({
    ...shownFields({ is_possible: flag() }),
    seats: Type.Integer({ examples: [2] }),
    remaining: Type.Integer({ examples: [2] }),
    ...shownFields({ currency: currency(), price_before: money(), price_after: money() }),
    difference: sum(),
    price_lines: Type.Array(
      Type.Object({
        kind: Type.Enum([...fareKinds]),
        quantity: ofLine.quantity,
        unit_price: ofLine.unit_price,
        amount: ofLine.amount,
        source: ofLine.source,
      }),
    ),
    receipt_misfits: receiptMisfits(),
  }),
})

declare module '../../kit/events.ts' {
  interface Events {
    'booking.transferred': { booking_id: number; from: number; to: number; actor_id: number }
  }
}

type TransferredBy = { reader: Reader; actor_id: number; roles: readonly Role[]; expected: Expected }

/** How a booking moves together with others of its trip (merge-trips.ts). */
type Together = {
  /** The price of the trip before stays. */
  keepsPrice?: boolean
  /** The seats that become free are not offered yet. */
  isSettledLater?: boolean
}

/** Moves a booking with all its travelers to another trip at the price of that trip, or previews it. All or nothing. */
export async function transferBooking(
  tx: Tx,
  id: number,
  asked: Transfer,
  by: TransferredBy,
  { keepsPrice = false, isSettledLater = false }: Together = {},
) {
  await lockBoth(tx, id, asked.planned_trip_id)
  const { booking, trip: left } = await lockedBooking(tx, by.reader, id)
  guardVersion(booking, by.expected)
  mayTake(bookingFlow, 'transfer', stateOf(booking), by.roles)
  const trip = await tripToBook(tx, asked.planned_trip_id)
  if (trip.id === left.id) refuseField('planned_trip_id', ['已在此團。', 'It is already on this trip.'])
  // A dry run does not end holds or offer seats.
  const remaining = asked.dry_run ? (await seatsOf(tx, trip.id)).remaining : await settleSeats(tx, trip)
  const price = keepsPrice && booking.price ? booking.price : frozenPrice(trip)
  const receipt_misfits = await misfitsAfter(tx, { booking_id: id, planned_trip_id: trip.id })
  const preview = { ...(await previewTransfer(tx, booking, price, remaining)), receipt_misfits }
  if (asked.dry_run) return preview
  refuseFull(preview.remaining, preview.seats)
  await moveToTrip(tx, booking, trip, price, preview, by.actor_id)
  if (!isSettledLater) await settleSeats(tx, left)
  return preview
}

// The trips are locked in the order of their ids, so that two transfers between the same trips do not deadlock.
const lockBoth = async (tx: Tx, id: number, to: number) => {
  const there = await tx.selectFrom('bookings').select('planned_trip_id').where('id', '=', id).executeTakeFirst()
  await lockedTripsToBook(tx, [there?.planned_trip_id ?? to, to])
}

const previewTransfer = async (tx: Tx, booking: LockedBooking, price: FrozenPrice | null, remaining: number) => {
  const seats = await partySize(tx, booking.id)
  if (price && price.currency !== booking.currency && (await hasOthers(tx, booking)))
    refuseField('planned_trip_id', [
      '幣別不同，且已有款項或其他費用。',
      'It is paid in another currency, and something stands on the account already.',
    ])
  const fares = await faresAt(tx, booking.id, price)
  const after = totalOf(fares)
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

/** What the party of a booking costs at a price. */
export async function faresAt(tx: Tx, booking_id: number, price: FrozenPrice | null) {
  const party = await tx
    .selectFrom('travelers')
    .select(['passenger_type', 'bed', 'bed_type', 'roommate_group', 'ticket_handling'])
    .where('booking_id', '=', booking_id)
    .where('status', '=', 'active')
    .execute()
  return faresOf(price, party)
}

type Preview = Awaited<ReturnType<typeof previewTransfer>>

const moveToTrip = async (
  tx: Tx,
  booking: LockedBooking,
  trip: TripToBook,
  price: FrozenPrice | null,
  preview: Preview,
  actor_id: number,
) => {
  const left = await leftTrip(tx, booking, preview)
  const status = outcome(steps.transfer, booking.status)
  const until = inHours(HOURS_HELD.staff, trip)
  const { hold_expires_at, ...dues } = keptUntil(until, trip)
  await removeFares(tx, [booking.id])
  if (booking.status === 'cancelled') await reopenCancelled(tx, booking)
  await publish(tx, trip.id)
  await tx
    .updateTable('bookings')
    .set({
      planned_trip_id: trip.id,
      publication_id: newestPublication(trip.id),
      offered_at: null,
      price: price && JSON.stringify(price),
      ...(price && { currency: price.currency }),
      ...dues,
      hold_expires_at: status === 'held' ? hold_expires_at : null,
    })
    .where('id', '=', booking.id)
    .execute()
  await chargeParty(tx, booking.id)
  await emit(tx, 'booking.transferred', {
    booking_id: booking.id,
    from: booking.planned_trip_id,
    to: trip.id,
    actor_id,
  })
  await setStatus(tx, booking.id, 'transfer', { status, actor_id, left })
}

/** What the customer is told of the trip before: its days, and how the fares change. */
const leftTrip = async (
  tx: Tx,
  { planned_trip_id, currency: before }: LockedBooking,
  { currency, price_before, price_after, difference, price_lines }: Preview,
): Promise<LeftTrip> => {
  const trip = await tx
    .selectFrom('planned_trips as t')
    .select(['t.serial', 't.name as trip', tripCalled('t').as('trip_en')])
    .select(['t.departure_date as departure', 't.return_date as return'])
    .where('t.id', '=', planned_trip_id)
    .executeTakeFirstOrThrow()
  if (before !== currency || !price_lines.length) return { ...trip, fares: null }
  const sign = difference > 0 ? '+' : ''
  const fares = { before: amountIn(currency, price_before), after: amountIn(currency, price_after) }
  return { ...trip, fares: { ...fares, difference: `${sign}${amountIn(currency, difference)}` } }
}

// Reopens a booking that was cancelled with its trip: the line that settled it is removed, and what was owed back pays for the new
// trip.
const reopenCancelled = async (tx: Tx, { id, paid }: LockedBooking) => {
  if (paid < 0) refuseField('planned_trip_id', paidOut)
  await reopen(tx, id)
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

export function transferRoute(on: On) {
  on.post(
    '/:id/transfer',
    {
      access: steps.transfer.by,
      summary: 'Transfer to another trip at its price, all or nothing; dry_run previews it',
      body: Transfer,
      ...shownBooking,
      meta: OfTransfer,
      refuses: ['step_not_possible', 'stale', 'trip_full'],
    },
    async ({ tx, actor, params, body, expected }) => {
      const transfer = await transferBooking(tx, params.id, body, {
        reader: readerOf(actor),
        actor_id: actor.id,
        roles: actor.roles,
        expected,
      })
      const booking = await oneBooking(tx, { ...actingOf(actor), ...params })
      return { ...booking, meta: { dry_run: body.dry_run ?? false, transfer } }
    },
  )
}
