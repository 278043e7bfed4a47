import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import type { Who } from '../../../kit/db/transaction.ts'
import { emit } from '../../../kit/events.ts'
import { inCents } from '../../../kit/money.ts'
import { endRequest, newestRequest, payeeFor, replaceRequest, type StoredRequest } from './make.ts'
import { dueDayOf, isPayable, type PayableBooking, payableBooking, reachedBy, within } from './payable.ts'
import type { EndCause } from './payment-request.ts'

/**
 * Makes the requests of bookings agree with what they owe, at the end of every transaction that has changed what is owed, whoever did it
 * and by which way. A request that is paid or not owed any more ends, one for another amount, day or trip is replaced, and one that ended with
 * its booking, or with a payment that was voided, is open again.
 */
export async function keepRequests(tx: Tx, told: readonly object[], { actor_id }: Who) {
  const ids = new Set((told as readonly { booking_id: number }[]).map(({ booking_id }) => booking_id))
  for (const id of [...ids].sort((a, b) => a - b)) await keepRequest(tx, id, actor_id)
}

const keepRequest = async (tx: Tx, id: number, actor_id: number | undefined) => {
  const request = await newestRequest(tx, { booking_id: id })
  const booking = await payableBooking(tx, { id })
  if (!request || !booking) return
  const reaches = reachedNow(request, booking)
  const isDone = inCents(booking.paid) >= inCents(reaches)
  if (request.status !== 'open') {
    if (isDone || !isPayable(booking) || !mayComeBack(request, booking)) return
    await reopenRequest(tx, request, actor_id)
  }
  if (!isPayable(booking)) {
    const status = booking.status === 'expired' ? 'expired' : 'cancelled'
    return endRequest(tx, request, { status, end_cause: 'booking' }, actor_id)
  }
  if (isDone) {
    // Something was paid since it was asked for; otherwise the price has fallen.
    const isPaid = inCents(booking.paid) > inCents(request.reaches) - inCents(request.amount)
    return endRequest(
      tx,
      request,
      isPaid ? { status: 'paid', end_cause: 'paid' } : { status: 'cancelled', end_cause: 'price' },
      actor_id,
    )
  }
  await follow(tx, request, { booking, reaches, due_on: dayNow(request, booking) }, actor_id)
}

/** What a request reaches today. An amount of its own stays, unless less than that is owed. */
const reachedNow = ({ purpose, is_amount_given, reaches }: StoredRequest, booking: PayableBooking) =>
  is_amount_given ? Math.min(reaches, booking.total) : reachedBy(purpose, booking)

const dayNow = ({ purpose, is_day_given, due_on }: StoredRequest, booking: PayableBooking) =>
  within((is_day_given ? null : dueDayOf(purpose, booking)) ?? due_on, booking.hold_day)

/** One that ended with its booking, or whose payment is missing again. What people or prices have ended stays ended. */
const mayComeBack = ({ end_cause, reaches }: StoredRequest, { paid }: PayableBooking) =>
  end_cause === 'booking' || (end_cause === 'paid' && inCents(paid) < inCents(reaches))

const reopenRequest = async (tx: Tx, { id, booking_id }: StoredRequest, actor_id: number | undefined) => {
  await tx
    .updateTable('payment_requests')
    .set({ status: 'open', end_cause: null, ended_at: null, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await emit(tx, 'payment-request.changed', { payment_request_id: id, booking_id, what: 'reopened', actor_id })
}

type Now = { booking: PayableBooking; reaches: number; due_on: string }

const follow = async (
  tx: Tx,
  request: StoredRequest,
  { booking, reaches, due_on }: Now,
  actor_id: number | undefined,
) => {
  const cause = causeOf(request, { booking, reaches, due_on })
  if (!cause && due_on === request.due_on) return
  // A later day needs neither another number nor another mail: nobody who pays by the first one is late.
  if (!cause)
    return tx
      .updateTable('payment_requests')
      .set({ due_on, updated_at: sql`now()` })
      .where('id', '=', request.id)
      .execute()
  const payee = await payeeOf(tx, request, booking.currency)
  if (!payee) return endRequest(tx, request, { status: 'cancelled', end_cause: 'account' }, actor_id)
  const { purpose, is_amount_given, is_day_given, asked_by } = request
  const next = { booking, payee, purpose, reaches, due_on, is_amount_given, is_day_given, asked_by }
  await replaceRequest(tx, request, cause, next, actor_id)
}

const causeOf = (request: StoredRequest, { booking, reaches, due_on }: Now): EndCause | undefined => {
  if (booking.planned_trip_id !== request.planned_trip_id || booking.currency !== request.currency) return 'transfer'
  if (inCents(reaches) !== inCents(request.reaches)) return 'price'
  if (request.is_exact && inCents(reaches) - inCents(booking.paid) !== inCents(request.amount)) return 'price'
  if (due_on < request.due_on || (due_on !== request.due_on && request.expires_on !== null)) return 'day'
  return undefined
}

/** The same account or provider, as long as it is used and takes the currency. */
const payeeOf = async (tx: Tx, { via, receiving_account_id }: StoredRequest, currency: string) =>
  ((via === 'ecpay' || via === 'newebpay') && (await payeeFor(tx, { currency, account: null, kind: via }))) ||
  (receiving_account_id !== null && (await payeeFor(tx, { currency, account: receiving_account_id, kind: null }))) ||
  (await payeeFor(tx, { currency, account: null, kind: null }))
