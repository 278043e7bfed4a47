import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import { type Events, emit } from '../../../kit/events.ts'
import { labelled, line, money } from '../../../kit/fields.ts'
import { mayTake } from '../../../kit/flow.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import { routes } from '../../../kit/http/routes/routes.ts'
import type { Actor } from '../../../kit/http/server/guard.ts'
import { actingOf, readerOf } from '../../users/reader.ts'
import { NewPayment } from '../booking.ts'
import { inHours, keptUntil } from '../holds.ts'
import { lockedBooking, type TakenBy } from '../locks.ts'
import { addPayment } from '../payments.ts'
import { paymentReportFlow, paymentReportSteps } from './flow.ts'
import { lockedReport, onePaymentReport, PaymentReport, reportReads, shownPaymentReport } from './payment-report.ts'
import { refuseDay } from './report.ts'

const { confirmed_amount, confirmed_reference, reason } = NewPayment.properties

/** What was found in the bank's account: as it was reported, unless it is corrected. The other fields answer questions about the payment. */
const Recording = Type.Object({
  paid_on: Type.Optional(PaymentReport.properties.paid_on),
  amount: Type.Optional(money()),
  reference: labelled(Type.Optional(line(100, '12345 11/30')), ['參考號碼', 'Reference']),
  confirmed_amount,
  confirmed_reference,
  reason,
})
type Recording = Static<typeof Recording>
const Refusing = Type.Object({ reason: line(500, '帳上查無這筆款項，請確認匯款日與末五碼') })

/** After its first refusal a booking keeps its seats for so many hours at least, so that the customer can look for the mistake. */
const HOURS_AFTER_REFUSAL = 24

type Deciding = { actor: Actor; expected: Expected }

/** Makes the reported payment a payment of the booking. Of two people who press at once, the second is told that it is done. */
async function recordReport(
  tx: Tx,
  id: number,
  { actor, expected }: Deciding,
  { paid_on, amount, reference, ...answers }: Recording,
) {
  const { report, trip } = await lockedForStep(tx, id, 'record', { actor, expected })
  const day = paid_on ?? report.paid_on
  refuseDay(day, trip.today)
  const payment_id = await addPayment(
    tx,
    report.booking_id,
    {
      kind: 'payment',
      method: 'bankTransfer',
      amount: amount ?? report.amount,
      received_at: await noonOf(tx, day),
      reference: reference ?? referenceOf(report.last_five, day),
      ...answers,
    },
    actor,
  )
  await settle(tx, id, { status: paymentReportSteps.record.to, payment_id, checked_by: actor.id })
  await tell(tx, report, 'recorded', actor.id)
}

/**
 * `12345 11/30`: the digits alone would be the same for the deposit and the balance from one account, and a payment's reference is its own
 * in a booking.
 */
const referenceOf = (last_five: string | null, day: string) =>
  last_five === null ? null : `${last_five} ${Number(day.slice(5, 7))}/${Number(day.slice(8))}`

/** The moment of a payment of which the bank tells the day alone: noon, or now if that is still to come. */
export async function noonOf(tx: Tx, day: string) {
  const { rows } = await sql<{ at: string }>`
    select least((${day}::date + time '12:00') at time zone house_zone(), now()) as at`.execute(tx)
  return found(rows[0]).at
}

/** Tells the customer why the report does not count. */
async function refuseReport(tx: Tx, id: number, deciding: Deciding, reason: string) {
  const { report, booking, trip } = await lockedForStep(tx, id, 'refuse', deciding)
  await settle(tx, id, {
    status: paymentReportSteps.refuse.to,
    refuse_reason: reason,
    checked_by: deciding.actor.id,
  })
  if (booking.status === 'held' && booking.paid === 0 && booking.offered_at === null && (await isFirst(tx, report))) {
    const until = inHours(HOURS_AFTER_REFUSAL, trip)
    await tx
      .updateTable('bookings')
      .set(keptUntil(until, trip))
      .where('id', '=', booking.id)
      .where(sql<boolean>`hold_expires_at < ${until}`)
      .execute()
  }
  await tell(tx, report, 'refused', deciding.actor.id)
}

const isFirst = async (tx: Tx, { id, booking_id }: { id: number; booking_id: number }) =>
  !(await tx
    .selectFrom('payment_reports')
    .select('id')
    .where('booking_id', '=', booking_id)
    .where('status', '=', 'refused')
    .where('id', '<>', id)
    .executeTakeFirst())

// The booking is locked before its records; who may not see it is told that there is none.
const lockedForStep = async (tx: Tx, id: number, step: 'record' | 'refuse', { actor, expected }: Deciding) => {
  const { booking_id } = found(
    await tx.selectFrom('payment_reports').select('booking_id').where('id', '=', id).executeTakeFirst(),
  )
  const by: TakenBy = { reader: readerOf(actor), actor_id: actor.id, roles: actor.roles }
  const locked = await lockedBooking(tx, by.reader, booking_id)
  const report = await lockedReport(tx, id)
  guardVersion(report, expected)
  mayTake(paymentReportFlow, step, report, actor.roles)
  return { ...locked, report }
}

type Settled =
  | { status: 'recorded'; payment_id: number; checked_by: number }
  | { status: 'refused'; refuse_reason: string; checked_by: number }
const settle = (tx: Tx, id: number, settled: Settled) =>
  tx
    .updateTable('payment_reports')
    .set({ ...settled, checked_at: sql<string>`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

const tell = (
  tx: Tx,
  { id, booking_id }: { id: number; booking_id: number },
  what: Events['payment-report.changed']['what'],
  actor_id: number | undefined,
) => emit(tx, 'payment-report.changed', { payment_report_id: id, booking_id, what, actor_id })

/** A report that says the same as a payment of the bank is recorded by it. */
export async function settleReportedPayment(
  tx: Tx,
  { payment_id, ...said }: { booking_id: number; amount: number; last_five: string | null; payment_id: number },
  checked_by: number,
) {
  const report = await tx
    .selectFrom('payment_reports')
    .select(['id', 'booking_id'])
    .where('booking_id', '=', said.booking_id)
    .where('amount', '=', said.amount)
    .where('status', '=', 'waiting')
    .orderBy(sql`last_five is not distinct from ${said.last_five}::text`, 'desc')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!report) return
  await settle(tx, report.id, { status: paymentReportSteps.record.to, payment_id, checked_by })
  await tell(tx, report, 'recorded', checked_by)
}

/** A report whose payment is voided or undone waits again. */
export async function reopenReport(tx: Tx, { payment_id, what, actor_id }: Events['payment.changed']) {
  if (what !== 'voided') return
  const reopened = await tx
    .updateTable('payment_reports')
    .set({
      ...{ status: paymentReportSteps.reopen.to, payment_id: null, checked_by: null, checked_at: null },
      updated_at: sql`now()`,
    })
    .where('payment_id', '=', payment_id)
    .returning(['id', 'booking_id'])
    .executeTakeFirst()
  if (reopened) await tell(tx, reopened, 'reopened', actor_id)
}

/** `/api/payment-reports`: payments that customers say they have made. */
export default routes((on) => {
  reportReads(on)
  const changed = { returns: shownPaymentReport, etag: 'content' } as const
  on.post(
    '/:id/record',
    {
      ...changed,
      access: paymentReportSteps.record.by,
      summary: 'Record the reported payment, with the checks of any other; day and amount may be corrected',
      body: Recording,
      refuses: ['step_not_possible', 'stale', 'duplicate'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await recordReport(tx, params.id, { actor, expected }, body)
      return onePaymentReport(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/refuse',
    {
      ...changed,
      access: paymentReportSteps.refuse.by,
      summary: 'Refuse a reported payment that did not arrive, with a sentence that is mailed to the customer',
      body: Refusing,
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await refuseReport(tx, params.id, { actor, expected }, body.reason)
      return onePaymentReport(tx, { ...actingOf(actor), ...params })
    },
  )
})
