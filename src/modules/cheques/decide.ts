import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraintRefusal } from '../../kit/db/faults.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { Refusal, refuseField } from '../../kit/errors.ts'
import { type Events, emit } from '../../kit/events.ts'
import { line } from '../../kit/fields.ts'
import { mayTake, outcome } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { dayInWords } from '../../kit/words/days.ts'
import type { Words } from '../../kit/words/words.ts'
import { NewPayment } from '../bookings/booking.ts'
import { noonOf } from '../bookings/payment-reports/decide.ts'
import { addPayment, voidPayment } from '../bookings/payments.ts'
import { endPromise } from '../bookings/promised.ts'
import { actingOf } from '../users/reader.ts'
import { Cheque, chequeReads, type LockedCheque, lockedCheque, oneCheque, ShownCheque } from './cheque.ts'
import { chequeFlow, chequeSteps } from './flow.ts'
import { NewCheque, receiveCheque } from './receive.ts'

declare module '../../kit/events.ts' {
  interface Events {
    /** A cheque was handed in, paid into the bank, has cleared or bounced, or was given back. */
    'cheque.changed': {
      cheque_id: number
      what: 'received' | 'deposited' | 'cleared' | 'bounced' | 'returned' | 'reopened'
      actor_id: number | undefined
    }
  }
}

type Deciding = { actor: Actor; expected: Expected }
type Step = Exclude<keyof typeof chequeSteps, 'reopen'>

const { receiving_account_id, deposited_on } = Cheque.properties
const Depositing = Type.Object({ receiving_account_id, deposited_on })
const { confirmed_amount, reason } = NewPayment.properties
/** The day from which it counts; today without one. The other fields answer questions about the payments. */
const Clearing = Type.Object({ cleared_on: Cheque.properties.cleared_on, confirmed_amount, reason })
const Reasoned = Type.Object({ reason: line(500, '存款不足') })

const lockedForStep = async (tx: Tx, id: number, step: Step, { actor, expected }: Deciding) => {
  const cheque = await lockedCheque(tx, id)
  guardVersion(cheque, expected)
  mayTake(chequeFlow, step, cheque, actor.roles)
  return cheque
}

const depositCheque = async (tx: Tx, id: number, body: Static<typeof Depositing>, deciding: Deciding) => {
  await lockedForStep(tx, id, 'deposit', deciding)
  const day = await dayNotAhead(tx, body.deposited_on ?? null, 'deposited_on')
  await settle(tx, id, 'deposit', { ...body, deposited_on: day, reason: null }, deciding.actor.id)
}

/** The bank has paid it: each of its parts becomes a payment of its booking, from the day on which it cleared. */
async function clearCheque(
  tx: Tx,
  id: number,
  { cleared_on, ...answers }: Static<typeof Clearing>,
  deciding: Deciding,
) {
  const cheque = await lockedForStep(tx, id, 'clear', deciding)
  const day = await dayNotAhead(tx, cleared_on ?? null, 'cleared_on')
  if (day < cheque.due_on) refuseField('cleared_on', notDue(cheque.due_on))
  const received_at = await noonOf(tx, day)
  for (const [nth, { booking_id, amount, payment_id: before }] of cheque.parts.entries()) {
    if (before !== null) continue
    const reference = `${cheque.number}${cheque.parts.length > 1 ? `-${nth + 1}` : ''}`
    const payment = { kind: 'payment', method: 'bankTransfer', amount, received_at, reference } as const
    const payment_id = await addPayment(tx, booking_id, { ...payment, ...answers }, deciding.actor, 'cheque')
    await tieToPart(tx, id, booking_id, payment_id)
  }
  await settle(tx, id, 'clear', { cleared_on: day }, deciding.actor.id)
}

const tieToPart = (tx: Tx, cheque_id: number, booking_id: number, payment_id: number) =>
  tx
    .updateTable('cheque_parts')
    .set({ payment_id })
    .where('cheque_id', '=', cheque_id)
    .where('booking_id', '=', booking_id)
    .execute()

/** The bank has not paid it, or has taken back what it had paid: its payments are voided by the rules of payments, and the bookings owe again. */
const bounceCheque = async (tx: Tx, id: number, why: string, deciding: Deciding) => {
  const { parts } = await lockedForStep(tx, id, 'bounce', deciding)
  for (const { booking_id, payment_id } of parts)
    if (payment_id !== null)
      await voidPayment(tx, { id: booking_id, payment: payment_id }, why, { ...deciding, expected: undefined })
  await settle(tx, id, 'bounce', { reason: why, cleared_on: null }, deciding.actor.id)
  await endPromise(
    tx,
    parts.map(({ booking_id }) => booking_id),
  )
}

const giveBack = async (tx: Tx, id: number, why: string, deciding: Deciding) => {
  const { parts } = await lockedForStep(tx, id, 'give_back', deciding)
  await settle(tx, id, 'give_back', { reason: why }, deciding.actor.id)
  await endPromise(
    tx,
    parts.map(({ booking_id }) => booking_id),
  )
}

/** A payment of a cheque that is voided lets the cheque wait again for that part. */
export async function reopenCheque(tx: Tx, { payment_id, what, actor_id }: Events['payment.changed']) {
  if (what !== 'voided') return
  const reopened = await tx
    .updateTable('cheque_parts')
    .set({ payment_id: null })
    .where('payment_id', '=', payment_id)
    .returning('cheque_id')
    .executeTakeFirst()
  if (!reopened) return
  const { cheque_id } = reopened
  await tx
    .updateTable('cheques')
    .set({ status: chequeSteps.reopen.to, cleared_on: null, updated_at: sql`now()` })
    .where('id', '=', cheque_id)
    .where('status', '=', 'cleared')
    .execute()
  await emit(tx, 'cheque.changed', { cheque_id, what: 'reopened', actor_id })
}

type Line = { booked_on: string; currency: string; parts: readonly { booking_id: number; amount: number }[] }

/**
 * The cheque whose money a line of a bank is: it pays the same bookings with the same amounts, and is due by then. Whoever matches the line
 * lets it clear, or finds the payments that it has become, so that no cheque is counted twice.
 */
export async function chequeOfLine(tx: Tx, { booked_on, currency, parts }: Line): Promise<LockedCheque | undefined> {
  const { rows } = await sql<{ id: number }>`
    select c.id from cheques c
     where c.currency = ${currency} and c.due_on <= ${booked_on} and (c.status in ('received', 'deposited')
         or c.status = 'cleared' and c.cleared_on between ${booked_on}::date - ${DAYS_APART}::integer and ${booked_on}::date + ${DAYS_APART}::integer)
       and (select jsonb_agg(jsonb_build_array(p.booking_id, p.amount) order by p.booking_id) from cheque_parts p where p.cheque_id = c.id)
           = (select jsonb_agg(jsonb_build_array(g.booking_id, g.amount) order by g.booking_id)
                from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as g (booking_id integer, amount numeric(12, 2)))
       and not exists (select from cheque_parts p join bank_line_payments x on x.payment_id = p.payment_id where p.cheque_id = c.id)
     order by c.status = 'cleared' desc, c.due_on, c.id limit 1`.execute(tx)
  return rows[0] && (await lockedCheque(tx, rows[0].id))
}
/** A bank pays a cheque within so many days of when it is recorded as cleared. */
const DAYS_APART = 10

/** Lets a cheque clear by the line of a bank, unless it has cleared already, and returns its payments. */
export async function clearByLine(
  tx: Tx,
  { id, status }: LockedCheque,
  booked_on: string,
  answers: object,
  actor: Actor,
) {
  if (status !== 'cleared')
    await clearCheque(tx, id, { cleared_on: booked_on, ...answers }, { actor, expected: undefined })
  return (await lockedCheque(tx, id)).parts
}

const dayNotAhead = async (tx: Tx, given: string | null, field: 'deposited_on' | 'cleared_on') => {
  const { rows } = await sql<{ day: string; is_ahead: boolean }>`
    select coalesce(${given}::date, today())::text as day, coalesce(${given}::date > today(), false) as is_ahead`.execute(
    tx,
  )
  const [is] = rows
  if (!is || is.is_ahead) refuseField(field, inFuture)
  return is.day
}

type Settled = Partial<Pick<LockedCheque, 'receiving_account_id' | 'deposited_on' | 'cleared_on' | 'reason'>>
const settle = async (tx: Tx, id: number, step: Step, settled: Settled, decided_by: number) => {
  const status = outcome(chequeSteps[step])
  await tx
    .updateTable('cheques')
    .set({ ...settled, status, decided_by, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await emit(tx, 'cheque.changed', { cheque_id: id, what: status, actor_id: decided_by })
}

const notDue = (due_on: string): Words => {
  const [day, dayEn] = dayInWords(due_on)
  return [`這張支票 ${day}才到期，不能在那之前兌現。`, `This cheque is due on ${dayEn}, and cannot clear before.`]
}
const inFuture: Words = ['日期不可在未來。', 'The day cannot be in the future.']
constraintRefusal(
  'cheque_counts_once',
  () =>
    new Refusal('invalid_input', {
      errors: {
        amount: [
          [
            '支票的金額與它的收款不一致，沒有任何變更；請重新整理後再試。',
            'The cheque and its payments do not agree, and nothing was changed: read it again, and try once more.',
          ],
        ],
      },
    }),
)

const changed = { returns: ShownCheque, etag: 'content', refuses: ['step_not_possible', 'stale'] } as const

/** `/api/cheques` */
export default routes((on) => {
  chequeReads(on)
  on.create(
    '',
    {
      name: 'receiveCheque',
      access: chequeSteps.give_back.by,
      summary: 'Take a cheque for one or several bookings; it is no payment until it has cleared',
      body: NewCheque,
      returns: ShownCheque,
      etag: 'content',
      refuses: ['duplicate'],
    },
    async ({ tx, actor, body }) => {
      const id = await receiveCheque(tx, body, actor)
      return { id, ...(await oneCheque(tx, { ...actingOf(actor), id })) }
    },
  )
  on.post(
    '/:id/deposit',
    {
      ...changed,
      access: chequeSteps.deposit.by,
      summary: 'Pay a cheque into an account of the agency',
      body: Depositing,
    },
    async ({ tx, actor, params, body, expected }) => {
      await depositCheque(tx, params.id, body, { actor, expected })
      return oneCheque(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/clear',
    {
      ...changed,
      access: chequeSteps.clear.by,
      summary: 'Say that the bank has paid a cheque, which makes it payments of its bookings from that day',
      body: Clearing,
      refuses: [...changed.refuses, 'duplicate'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await clearCheque(tx, params.id, body, { actor, expected })
      return oneCheque(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/bounce',
    {
      ...changed,
      access: chequeSteps.bounce.by,
      summary: 'Say that a cheque has bounced, with the reason: the bookings owe again, and their salespeople are told',
      body: Reasoned,
      refuses: [...changed.refuses, 'forbidden'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await bounceCheque(tx, params.id, body.reason, { actor, expected })
      return oneCheque(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/give-back',
    {
      ...changed,
      access: chequeSteps.give_back.by,
      summary: 'Give a cheque back that was not paid in or has bounced, with the reason',
      body: Reasoned,
    },
    async ({ tx, actor, params, body, expected }) => {
      await giveBack(tx, params.id, body.reason, { actor, expected })
      return oneCheque(tx, { ...actingOf(actor), ...params })
    },
  )
})
