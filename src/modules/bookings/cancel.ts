import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { flag } from '../../kit/fields.ts'
import { mayTake } from '../../kit/flow.ts'
import { guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { minus } from '../../kit/money.ts'
import type { Words } from '../../kit/words/words.ts'
import { misfitsAfter, receiptMisfits, wholeLeft } from '../receipt-misfits/misfits.ts'
import { actingOf, readerOf } from '../users/reader.ts'
import { Cancellation, type CancellationSums, cancellationFields, costOf, settledFees } from './cancellation-cost.ts'
import { tripWhenAsked } from './cancellation-requests/asked-day.ts'
import { cancelForNow, rememberStanding } from './cancelled.ts'
import { bookingFlow, type StepName, stateOf, steps } from './flow.ts'
import { concede } from './gate.ts'
import { type LockedBooking, lockedBooking, type TakenBy, type TripToBook } from './locks.ts'
import { oneBooking, shownBooking } from './read.ts'
import { settleSeats } from './seats.ts'
import { setStatus } from './status.ts'

const CancellationCost = Type.Object({
  days_left: Type.Integer({ examples: [25] }),
  fee_percent: Type.Number({ examples: [20] }),
  ...cancellationFields,
  settled: settledFees,
  receipt_misfits: receiptMisfits(),
})
const OfCancellation = Type.Object({ dry_run: flag(), cancellation: CancellationCost })

/**
 * Cancels a booking for the fee by the terms of its trip, or only computes the cost. It can be undone for a moment; then its people are
 * told, and its seats are free.
 */
export async function cancelBooking(tx: Tx, id: number, asked: Cancellation, by: TakenBy) {
  const { booking, trip: now } = await lockedBooking(tx, by.reader, id)
  guardVersion(booking, by.expected)
  mayTake(bookingFlow, 'cancel', stateOf(booking), by.roles)
  const isOwnCause = asked.cause === undefined || asked.cause === 'traveler'
  const trip = isOwnCause ? await tripWhenAsked(tx, { booking_id: id }, now) : now
  const cost = await costOf(tx, booking, trip, asked)
  // What is paid back later leaves less than the receipts say.
  const receipt_misfits = await misfitsAfter(tx, { booking_id: id, paid: wholeLeft(booking.paid, cost.refund) })
  if (asked.dry_run) return { ...cost, receipt_misfits }
  const { reason, reason_en = null, cause = 'traveler', paper = null } = asked
  const amount = await waivedBy(tx, booking, trip, asked, cost)
  await concede(tx, { booking_id: id, amount, act: 'booking_cancelled', reason }, by)
  await closeAccount(tx, booking, 'cancel', { reason, reason_en, cause, paper, sums: cost, actor_id: by.actor_id })
  return { ...cost, receipt_misfits }
}

// What the fee is lower than by the terms of the trip for a customer who cancels: by an agreed fee, or by a cause that costs nothing.
const waivedBy = async (
  tx: Tx,
  booking: LockedBooking,
  trip: TripToBook,
  asked: Cancellation,
  { fee }: CancellationSums,
) => {
  const isOwnCause = asked.cause === undefined || asked.cause === 'traveler'
  if (isOwnCause && asked.fee === undefined) return 0
  const { fee: _, ...byTerms } = asked
  return minus((await costOf(tx, booking, trip, isOwnCause ? byTerms : { reason: asked.reason })).fee, fee)
}

/** Gives up a place on the waitlist, offered seats, or seats for which nothing is paid, without a fee. */
export async function declineOffer(tx: Tx, id: number, { reader, actor_id, roles, expected }: TakenBy) {
  const { booking, trip } = await lockedBooking(tx, reader, id)
  guardVersion(booking, expected)
  mayTake(bookingFlow, 'decline', stateOf(booking), roles)
  const [reason, reason_en] = givenUp
  const sums = await costOf(tx, booking, trip, { reason, fee: 0 })
  await closeAccount(tx, booking, 'decline', { reason, reason_en, cause: 'traveler', paper: null, sums, actor_id })
  await settleSeats(tx, trip)
}

const givenUp: Words = ['客戶放棄名額', 'The customer gave up the seats, or the place in line']

type Closing = {
  reason: string
  reason_en: string | null
  cause: NonNullable<Cancellation['cause']>
  paper: string | null
  sums: CancellationSums
  actor_id: number | undefined
}
type BookingAccount = { id: number; total: number; currency: string }

// Adds one line that brings the total to the amount that is kept, and another for the compensation of the agency. Earlier lines
// stay visible.
export async function closeAccount(
  tx: Tx,
  { id, total, currency }: BookingAccount,
  step: Extract<StepName, 'cancel' | 'decline' | 'call_off'>,
  { reason, reason_en, cause, paper, sums, actor_id }: Closing,
) {
  const { fee, penalty, official_fees, proven_costs, refund } = sums
  const line = { booking_id: id, currency, amount: minus(fee, total) }
  if (line.amount !== 0) await postFee(tx, line, settlement, cause === 'traveler' ? undefined : CALLED_OFF)
  if (penalty > 0) await postFee(tx, { ...line, amount: -penalty }, compensation, CALLED_OFF)
  await rememberStanding(tx, id)
  const change = {
    status: 'cancelled' as const,
    offered_at: null,
    hold_expires_at: null,
    cancelled_at: sql<string>`now()`,
    cancelled_by: actor_id ?? null,
    cancel_cause: cause,
    cancel_reason: reason,
    cancel_reason_en: reason_en,
    cancel_paper: paper,
    cancellation_fee: fee,
    official_fees,
    proven_costs,
    penalty,
    refund,
    actor_id,
  }
  await (step === 'cancel' ? cancelForNow(tx, id, change) : setStatus(tx, id, step, change))
}

type Posted = { booking_id: number; traveler_id?: number; currency: string; amount: number }

export function postFee(tx: Tx, line: Posted, [description, description_en]: Words, source = 'cancellation_policy') {
  return tx
    .insertInto('booking_price_lines')
    .values({ ...line, description, description_en, kind: 'cancellation', unit_price: line.amount, source })
    .execute()
}

/** The source of the lines that settle a booking which was cancelled with its trip. */
const CALLED_OFF = 'trip_cancelled'
const compensation: Words = ['旅行社賠償', 'Compensation of the agency']
const settlement: Words = ['取消結算', 'Settlement of the cancellation']

export function cancelRoute(on: On) {
  on.post(
    '/:id/cancel',
    {
      access: steps.cancel.by,
      summary: 'Cancel for the fee by the terms of the trip; dry_run shows it',
      body: Cancellation,
      ...shownBooking,
      meta: OfCancellation,
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      const cancellation = await cancelBooking(tx, params.id, body, {
        reader: readerOf(actor),
        actor_id: actor.id,
        roles: actor.roles,
        expected,
      })
      const booking = await oneBooking(tx, { ...actingOf(actor), ...params })
      return { ...booking, meta: { dry_run: body.dry_run ?? false, cancellation } }
    },
  )
}
