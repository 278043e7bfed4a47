import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import { mayTake } from '../../../kit/flow.ts'
import { guardVersion } from '../../../kit/http/routes/answer.ts'
import type { Words } from '../../../kit/words/words.ts'
import type { BookingStatus } from '../../booking-statuses.ts'
import { chargeParty } from '../account/charge-actions.ts'
import { enter } from '../entering.ts'
import { life, type StepName, standingOf, steps } from '../flow.ts'
import { lockedBooking, type Taking, type TripToBook } from '../grounds.ts'
import { minus, share } from '../rules.ts'
import { settleSeats } from '../seating-actions.ts'
import { costOf, costsOfCallingOff, percentOf } from './cancellation-queries.ts'
import type { CancellationSums } from './cancellation-rules.ts'
import type { Cancellation } from './schema.ts'

/** Cancels a booking for the fee by the terms of its trip, or only computes it. Free seats are offered to the waitlist. */
export const cancelBooking = async (tx: Tx, id: number, asked: Cancellation, by: Taking) => {
  const { booking, trip } = await lockedBooking(tx, by.reader, id)
  guardVersion(booking, by.expected)
  mayTake(life, 'cancel', standingOf(booking), by.role)
  const cost = await costOf(tx, booking, trip, asked)
  if (asked.dry_run) return cost
  const { reason, cause = 'traveler', paper = null } = asked
  await close(tx, booking, 'cancel', { reason, cause, paper, sums: cost, actor_id: by.actor_id })
  await settleSeats(tx, trip)
  return cost
}

/** Gives up a place on the waitlist or offered seats, without a fee. */
export const declineOffer = async (tx: Tx, id: number, { reader, actor_id, role, expected }: Taking) => {
  const { booking, trip } = await lockedBooking(tx, reader, id)
  guardVersion(booking, expected)
  mayTake(life, 'decline', standingOf(booking), role)
  const reason = '客戶放棄候補'
  const sums = await costOf(tx, booking, trip, { reason, fee: 0 })
  await close(tx, booking, 'decline', { reason, cause: 'traveler', paper: null, sums, actor_id })
  await settleSeats(tx, trip)
}

/** Cancels the bookings of a cancelled trip, as its cause says. */
export const callOff = async (tx: Tx, planned_trip_id: number, actor_id: number) => {
  const { cancel_reason, cancel_cause, cancel_costs } = found(
    await tx.selectFrom('planned_trips').selectAll().where('id', '=', planned_trip_id).executeTakeFirst(),
  )
  const cause = cancel_cause ?? 'other'
  const { paper = null, ...costs } = cancel_costs ?? {}
  await lockAlive(tx, planned_trip_id)
  for (const { id, total, currency, ...sums } of await costsOfCallingOff(tx, { planned_trip_id, cause, costs })) {
    const closing = { reason: cancel_reason ?? '取消出團', cause, paper, sums, actor_id }
    await close(tx, { id, total, currency }, 'call_off', closing)
  }
}

const lockAlive = (tx: Tx, planned_trip_id: number) =>
  tx
    .selectFrom('bookings')
    .select('id')
    .where('planned_trip_id', '=', planned_trip_id)
    .where('status', 'in', [...steps.call_off.from])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

type Leaving = { booking_id: number; traveler_id: number }

/** A traveler of a party is cancelled: its fare is removed, and of a confirmed booking the fee by the terms stays. */
export const chargeForLess = async (
  tx: Tx,
  { booking_id, traveler_id }: Leaving,
  status: BookingStatus,
  trip: TripToBook,
) => {
  const before = await totalOf(tx, booking_id)
  await chargeParty(tx, booking_id)
  const left = minus(before.total, (await totalOf(tx, booking_id)).total)
  const fee = share(Math.max(left, 0), percentOf(status, trip))
  const { currency } = before
  if (fee > 0) await post(tx, { booking_id, traveler_id, currency, amount: fee }, travelerFee)
}

/** A traveler who is taken back owes no fee. */
export const takeBackFee = (tx: Tx, { booking_id, traveler_id }: Leaving) =>
  tx
    .deleteFrom('booking_price_lines')
    .where('booking_id', '=', booking_id)
    .where('traveler_id', '=', traveler_id)
    .where('kind', '=', 'cancellation')
    .execute()

const travelerFee: Words = ['旅客取消手續費', 'Fee for a cancelled traveler']
const compensation: Words = ['旅行社賠償', 'Compensation of the agency']
const settled: Words = ['取消結算', 'Settlement of the cancellation']

const totalOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('bookings')
    .select(['total', 'currency'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** The source of the lines that settle a booking which was cancelled with its trip. */
export const CALLED_OFF = 'trip_cancelled'

type Posted = { booking_id: number; traveler_id?: number; currency: string; amount: number }

const post = (tx: Tx, line: Posted, [description, description_en]: Words, source = 'cancellation_policy') =>
  tx
    .insertInto('booking_price_lines')
    .values({ ...line, description, description_en, kind: 'cancellation', unit_price: line.amount, source })
    .execute()

type Closing = {
  reason: string
  cause: NonNullable<Cancellation['cause']>
  paper: string | null
  sums: CancellationSums
  actor_id: number | undefined
}
type Account = { id: number; total: number; currency: string }

// One line adjusts the account to what is kept, so that earlier charges stay visible; the compensation of the agency is another.
const close = async (
  tx: Tx,
  { id, total, currency }: Account,
  step: StepName,
  { reason, cause, paper, sums, actor_id }: Closing,
) => {
  const { fee, penalty, official_fees, proven_costs, refund } = sums
  const line = { booking_id: id, currency, amount: minus(fee, total) }
  if (line.amount !== 0) await post(tx, line, settled, cause === 'traveler' ? undefined : CALLED_OFF)
  if (penalty > 0) await post(tx, { ...line, amount: -penalty }, compensation, CALLED_OFF)
  await enter(tx, id, step, {
    status: 'cancelled',
    offered_at: null,
    hold_expires_at: null,
    cancelled_at: sql<string>`now()`,
    cancelled_by: actor_id ?? null,
    cancel_cause: cause,
    cancel_reason: reason,
    cancel_paper: paper,
    cancellation_fee: fee,
    official_fees,
    proven_costs,
    penalty,
    refund,
    actor_id,
  })
}
