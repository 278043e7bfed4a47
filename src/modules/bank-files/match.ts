import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import type { Events } from '../../kit/events.ts'
import { line, list, money, ref } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { inCents } from '../../kit/money.ts'
import type { Words } from '../../kit/words/words.ts'
import { NewPayment } from '../bookings/booking.ts'
import { refunders } from '../bookings/flow.ts'
import { noonOf, settleReportedPayment } from '../bookings/payment-reports/decide.ts'
import { addPayment, voidPayment } from '../bookings/payments.ts'
import { lineReads, oneLine, shownBankLine } from './bank-line.ts'

const { confirmed_amount, confirmed_reference, reason } = NewPayment.properties

/** Whose money it is: the bookings, and how much of it is for each. The other fields answer questions about the payments. */
const Matching = Type.Object({
  bookings: list(Type.Object({ booking_id: ref(), amount: money() }), 50),
  ...{ confirmed_amount, confirmed_reference, reason },
})
type Matching = Static<typeof Matching>
const Reasoned = Type.Object({ reason: line(500, '利息收入') })

type Deciding = { actor: Actor; expected: Expected }

/** Makes a line the payments of its bookings. A payment that the customer has reported becomes recorded by it. */
export async function matchLine(tx: Tx, id: number, { bookings, ...answers }: Matching, { actor, expected }: Deciding) {
  const there = await lockedLine(tx, id, expected)
  if (there.state !== 'new') refuse('step_not_possible', { detail: notNew, also: { possible: [] } })
  const cents = bookings.reduce((all, { amount }) => all + inCents(Number(amount)), 0)
  if (cents !== inCents(there.amount)) refuseField('bookings', otherSum)
  for (const [nth, { booking_id, amount }] of bookings
    .toSorted((one, other) => one.booking_id - other.booking_id)
    .entries()) {
    const payment_id = await addPayment(
      tx,
      booking_id,
      {
        ...{ kind: 'payment', method: 'bankTransfer', amount, received_at: await noonOf(tx, there.booked_on) },
        reference: `${referenceOf(there)}${bookings.length > 1 ? `-${nth + 1}` : ''}`,
        ...answers,
      },
      actor,
      'bank',
    )
    await tx.insertInto('bank_line_payments').values({ payment_id, bank_line_id: id }).execute()
    await settleReportedPayment(
      tx,
      { booking_id, amount: Number(amount), last_five: there.last_five, payment_id },
      actor.id,
    )
  }
  await decide(tx, id, { state: 'matched', reason: null, decided_by: actor.id })
}

// The number of the line tells apart two transfers of one account on one day, and a part of it the bookings that it pays. A whole number
// of its own would look like that of a card.
const referenceOf = ({ id, last_five, virtual_account }: Pick<Line, 'id' | 'last_five' | 'virtual_account'>) =>
  `${virtual_account?.slice(-5) ?? last_five ?? ''} #${id}`.trim()
type Line = Awaited<ReturnType<typeof lockedLine>>

const ignoreLine = async (tx: Tx, id: number, reason: string, { actor, expected }: Deciding) => {
  const there = await lockedLine(tx, id, expected)
  if (there.state !== 'new') refuse('step_not_possible', { detail: notNew, also: { possible: [] } })
  await decide(tx, id, { state: 'ignored', reason, decided_by: actor.id })
}

/** Takes a decision back: payments of the line are voided with the reason, by whoever may void them. */
const unmatchLine = async (tx: Tx, id: number, reason: string, { actor, expected }: Deciding) => {
  const there = await lockedLine(tx, id, expected)
  if (there.state === 'new') refuse('step_not_possible', { detail: isNew, also: { possible: [] } })
  const payments = await tx
    .selectFrom('bank_line_payments as x')
    .innerJoin('booking_payments as p', 'p.id', 'x.payment_id')
    .select(['p.id as payment', 'p.booking_id as id'])
    .where('x.bank_line_id', '=', id)
    .where('p.voided_at', 'is', null)
    .orderBy('p.booking_id')
    .execute()
  for (const of of payments) await voidPayment(tx, of, reason, { actor, expected: undefined })
  await decide(tx, id, { state: 'new', reason: null, decided_by: null })
}

/** A line one of whose payments is voided elsewhere is to be looked at again, once none of its payments counts any more. */
export async function reopenLine(tx: Tx, { payment_id, what }: Events['payment.changed']) {
  if (what !== 'voided') return
  await sql`
    update bank_lines l set state = 'new', decided_by = null, decided_at = null, updated_at = now()
      from bank_line_payments x
     where x.payment_id = ${payment_id} and l.id = x.bank_line_id and l.state = 'matched' and not exists (
       select from bank_line_payments y join booking_payments p on p.id = y.payment_id where y.bank_line_id = l.id and p.voided_at is null)`.execute(
    tx,
  )
}

const lockedLine = async (tx: Tx, id: number, expected: Expected) => {
  const there = found(await tx.selectFrom('bank_lines').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
  guardVersion(there, expected)
  return there
}

type Decision = { state: 'new' | 'matched' | 'ignored'; reason: string | null; decided_by: number | null }
const decide = (tx: Tx, id: number, decision: Decision) =>
  tx
    .updateTable('bank_lines')
    .set({ ...decision, decided_at: decision.decided_by === null ? null : sql<string>`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

const notNew: Words = ['這筆入帳已經處理過了。', 'This line has been dealt with already.']
const isNew: Words = [
  '這筆入帳還沒有處理，不必復原。',
  'This line has not been dealt with, so there is nothing to take back.',
]
const otherSum: Words = [
  '各訂單的金額加起來，必須等於這筆入帳的金額。',
  'The amounts of the bookings must come to the amount of the line.',
]

const changed = { returns: shownBankLine, etag: 'content', access: refunders } as const
const refuses = ['step_not_possible', 'stale'] as const

/** `/api/bank-lines` */
export const bankLines = routes((on) => {
  lineReads(on)
  on.post(
    '/:id/match',
    {
      ...changed,
      summary: 'Record a line as payments of one or several bookings',
      body: Matching,
      refuses: [...refuses, 'duplicate'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await matchLine(tx, params.id, body, { actor, expected })
      return oneLine(tx, params)
    },
  )
  on.post(
    '/:id/ignore',
    { ...changed, summary: 'Say that a line is no payment of a booking, and why', body: Reasoned, refuses },
    async ({ tx, actor, params, body, expected }) => {
      await ignoreLine(tx, params.id, body.reason, { actor, expected })
      return oneLine(tx, params)
    },
  )
  on.post(
    '/:id/unmatch',
    {
      ...changed,
      summary: 'Take back what was decided of a line: its payments are voided with the reason',
      body: Reasoned,
      refuses: [...refuses, 'forbidden'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await unmatchLine(tx, params.id, body.reason, { actor, expected })
      return oneLine(tx, params)
    },
  )
})
