import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { mayTake } from '../../../kit/flow.ts'
import { guardVersion } from '../../../kit/http/routes/answer.ts'
import type { Words } from '../../../kit/words/words.ts'
import type { BookingStatus } from '../../booking-statuses.ts'
import { chargeParty } from '../account/charge-actions.ts'
import { enter } from '../entering.ts'
import { life, type StepName, standingOf, steps } from '../flow.ts'
import { type LockedBooking, lockedBooking, type Taking, type Terms, type TripToBook } from '../grounds.ts'
import { feeOf, feePercent, minus } from '../rules.ts'
import type { Cancellation } from '../schema.ts'
import { settleSeats } from '../seating-actions.ts'

export type Cost = { days_left: number; fee_percent: number; fee: number; refund: number; owed: number }

/** Cancels a booking for the fee by the terms of its trip, or only computes it. Free seats are offered to the waitlist. */
export const cancelBooking = async (tx: Tx, id: number, asked: Cancellation, by: Taking) => {
  const { booking, trip } = await lockedBooking(tx, by.reader, id)
  guardVersion(booking, by.expected)
  mayTake(life, 'cancel', standingOf(booking), by.role)
  const cost = costOf(booking, trip, asked.fee)
  if (asked.dry_run) return cost
  await close(tx, booking, 'cancel', { reason: asked.reason, cost, actor_id: by.actor_id })
  await settleSeats(tx, trip)
  return cost
}

/** Gives up a place on the waitlist or offered seats, without a fee. */
export const declineOffer = async (tx: Tx, id: number, { reader, actor_id, role, expected }: Taking) => {
  const { booking, trip } = await lockedBooking(tx, reader, id)
  guardVersion(booking, expected)
  mayTake(life, 'decline', standingOf(booking), role)
  await close(tx, booking, 'decline', { reason: '客戶放棄候補', cost: costOf(booking, trip, 0), actor_id })
  await settleSeats(tx, trip)
}

/** Cancels the bookings of a cancelled trip, without a fee. */
export const callOff = async (tx: Tx, planned_trip_id: number, reason: string, actor_id: number) => {
  const bookings = await tx
    .selectFrom('bookings')
    .selectAll()
    .where('planned_trip_id', '=', planned_trip_id)
    .where('status', 'in', [...steps.call_off.from])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const booking of bookings) {
    const cost = { fee: 0, refund: booking.paid }
    await close(tx, booking, 'call_off', { reason, cost, actor_id })
  }
}

/** A traveler of a party is cancelled: its fare is removed, and of a confirmed booking the fee by the terms stays. */
export const chargeForLess = async (tx: Tx, booking_id: number, status: BookingStatus, trip: TripToBook) => {
  const before = await totalOf(tx, booking_id)
  await chargeParty(tx, booking_id)
  const left = minus(before.total, (await totalOf(tx, booking_id)).total)
  const fee = feeOf(left, percentOf(status, trip))
  if (fee > 0) await post(tx, booking_id, before.currency, fee, travelerFee)
}

const travelerFee: Words = ['取消旅客手續費', 'Fee for cancelled travelers']
const settlement: Words = ['取消結算', 'Settlement of the cancellation']

const totalOf = (tx: Tx, id: number) =>
  tx.selectFrom('bookings').select(['total', 'currency']).where('id', '=', id).executeTakeFirstOrThrow()

const percentOf = (status: BookingStatus, { terms, days_left }: TripToBook) =>
  status === 'confirmed' ? feePercent((terms as Terms).cancellation_policy ?? [], days_left) : 0

const post = (tx: Tx, booking_id: number, currency: string, amount: number, [description, description_en]: Words) =>
  tx
    .insertInto('booking_price_lines')
    .values({
      booking_id,
      currency,
      amount,
      description,
      description_en,
      kind: 'cancellation',
      unit_price: amount,
      source: 'cancellation_policy',
    })
    .execute()

/** The fee: a percentage of the price if the booking was confirmed, else nothing. */
const costOf = ({ status, total, paid }: LockedBooking, trip: TripToBook, agreed: number | undefined): Cost => {
  const fee_percent = percentOf(status, trip)
  const fee = agreed ?? feeOf(total, fee_percent)
  const over = minus(paid, fee)
  return { days_left: trip.days_left, fee_percent, fee, refund: Math.max(over, 0), owed: Math.max(-over, 0) }
}

type Closing = { reason: string; cost: Pick<Cost, 'fee' | 'refund'>; actor_id: number | undefined }

// One line adjusts the account to the fee, so that earlier charges stay visible.
const close = async (
  tx: Tx,
  { id, total, currency }: LockedBooking,
  step: StepName,
  { reason, cost, actor_id }: Closing,
) => {
  const amount = minus(cost.fee, total)
  if (amount !== 0) await post(tx, id, currency, amount, settlement)
  await enter(tx, id, step, {
    status: 'cancelled',
    offered_at: null,
    hold_expires_at: null,
    cancelled_at: sql<string>`now()`,
    cancelled_by: actor_id ?? null,
    cancel_reason: reason,
    cancellation_fee: cost.fee,
    refund: cost.refund,
    actor_id,
  })
}
