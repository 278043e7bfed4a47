import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { isAmong } from '../../kit/db/fragments.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { Outdated } from '../../kit/db/transaction.ts'
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
import type { LockedCheque } from '../cheques/cheque.ts'
import { chequeOfLine, clearByLine } from '../cheques/decide.ts'
import { lockForSettling, Settling, settlePayments, undoSettlement } from '../payment-providers/settle.ts'
import { lineReads, oneLine, openAmount, shownBankLine } from './bank-line.ts'

const { confirmed_amount, confirmed_reference, reason } = NewPayment.properties

/** Whose money it is: the bookings, and how much of it is for each. The other fields answer questions about the payments. */
const Matching = Type.Object({
  bookings: list(Type.Object({ booking_id: ref(), amount: money() }), 50),
  ...{ confirmed_amount, confirmed_reference, reason },
})
type Matching = Static<typeof Matching>
const Reasoned = Type.Object({ reason: line(500, '利息收入') })

type Deciding = { actor: Actor; expected: Expected }

/**
 * Makes a line, or what is left of it, the payments of its bookings. A payment that the customer has reported becomes recorded by it.
 */
export async function matchLine(tx: Tx, id: number, { bookings, ...answers }: Matching, { actor, expected }: Deciding) {
  const locked = await lockBookings(
    tx,
    bookings.map(({ booking_id }) => booking_id),
  )
  const there = await lockedLine(tx, id, expected)
  if (there.state !== 'new') refuse('step_not_possible', { detail: notNew, also: { possible: [] } })
  const cents = bookings.reduce((all, { amount }) => all + inCents(Number(amount)), 0)
  if (cents !== inCents(there.open_amount)) refuseField('bookings', otherSum)
  if (locked.some(({ currency }) => currency !== there.currency)) refuseField('bookings', otherCurrency(there.currency))
  const cheque = await chequeOfLine(tx, {
    ...there,
    parts: bookings.map((part) => ({ ...part, amount: Number(part.amount) })),
  })
  if (cheque) await matchCheque(tx, id, cheque, { ...there, answers, actor })
  else await payBookings(tx, there, { bookings, ...answers }, actor)
  await decide(tx, id, { state: 'matched', reason: null, decided_by: actor.id })
}

/** A line that is the money of a cheque lets it clear, or has the payments that it became already. */
const matchCheque = async (
  tx: Tx,
  bank_line_id: number,
  cheque: LockedCheque,
  { booked_on, answers, actor }: { booked_on: string; answers: object; actor: Actor },
) => {
  for (const { payment_id } of await clearByLine(tx, cheque, booked_on, answers, actor))
    if (payment_id !== null) await tx.insertInto('bank_line_payments').values({ payment_id, bank_line_id }).execute()
}

const payBookings = async (tx: Tx, there: Line, { bookings, ...answers }: Matching, actor: Actor) => {
  const { id } = there
  const parts = await partsBefore(tx, id)
  for (const [nth, { booking_id, amount }] of bookings
    .toSorted((one, other) => one.booking_id - other.booking_id)
    .entries()) {
    const payment_id = await addPayment(
      tx,
      booking_id,
      {
        ...{ kind: 'payment', method: 'bankTransfer', amount, received_at: await noonOf(tx, there.booked_on) },
        reference: `${referenceOf(there)}${bookings.length + parts > 1 ? `-${parts + nth + 1}` : ''}`,
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
}

/** How many payments a line has had, if some of them still count: the next ones are numbered behind them. */
const partsBefore = async (tx: Tx, id: number) => {
  const { rows } = await sql<{ parts: number }>`
    select case when bool_or(p.voided_at is null) then count(*) else 0 end::integer as parts
      from bank_line_payments x join booking_payments p on p.id = x.payment_id where x.bank_line_id = ${id}`.execute(tx)
  return found(rows[0]).parts
}

// The number of the line tells apart two transfers of one account on one day, and a part of it the bookings that it pays. A whole number
// of its own would look like that of a card.
const referenceOf = ({ id, last_five, virtual_account }: Pick<Line, 'id' | 'last_five' | 'virtual_account'>) =>
  `${virtual_account?.slice(-5) ?? last_five ?? ''} #${id}`.trim()
type Line = Awaited<ReturnType<typeof lockedLine>>

/** Says that a line is the lump of a provider. It becomes no payment: those of the lump were recorded when their notices came. */
export async function settleLine(tx: Tx, id: number, body: Static<typeof Settling>, { actor, expected }: Deciding) {
  await lockForSettling(tx, body)
  const there = await lockedLine(tx, id, expected)
  if (there.state !== 'new') refuse('step_not_possible', { detail: notNew, also: { possible: [] } })
  if (there.open_amount !== there.amount) refuse('step_not_possible', { detail: isPaidInPart, also: { possible: [] } })
  await settlePayments(tx, there, body, actor.id)
  await decide(tx, id, { state: 'matched', reason: null, decided_by: actor.id })
}

const ignoreLine = async (tx: Tx, id: number, reason: string, { actor, expected }: Deciding) => {
  const there = await lockedLine(tx, id, expected)
  if (there.state !== 'new') refuse('step_not_possible', { detail: notNew, also: { possible: [] } })
  await decide(tx, id, { state: 'ignored', reason, decided_by: actor.id })
}

/** Takes a decision back: payments of the line are voided with the reason, by whoever may void them; those of a lump wait for it again. */
const unmatchLine = async (tx: Tx, id: number, reason: string, { actor, expected }: Deciding) => {
  const before = (await countingPayments(tx, id)).map((payment) => payment.id)
  await lockBookings(tx, before)
  const there = await lockedLine(tx, id, expected)
  const payments = await countingPayments(tx, id)
  if (payments.some((payment) => !before.includes(payment.id))) throw new Outdated('the line was booked meanwhile')
  const isUndone = await undoSettlement(tx, id, actor.id)
  if (there.state === 'new' && !payments.length && !isUndone)
    refuse('step_not_possible', { detail: isNew, also: { possible: [] } })
  for (const of of payments) await voidPayment(tx, of, reason, { actor, expected: undefined })
  await decide(tx, id, { state: 'new', reason: null, decided_by: null })
}

/** A line one of whose payments is voided elsewhere is to be dealt with again, with what is left of it. */
export async function reopenLine(tx: Tx, { payment_id, what }: Events['payment.changed']) {
  if (what !== 'voided') return
  await sql`
    update bank_lines l set state = 'new', reason = null, decided_by = null, decided_at = null, updated_at = now()
      from bank_line_payments x
     where x.payment_id = ${payment_id} and l.id = x.bank_line_id and l.state <> 'new'`.execute(tx)
}

// Bookings are locked before the line, in their order, as by whoever voids a payment of it.
const lockBookings = (tx: Tx, bookings: readonly number[]) =>
  tx
    .selectFrom('bookings')
    .select(['id', 'currency'])
    .where(isAmong('id', bookings))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

const lockedLine = async (tx: Tx, id: number, expected: Expected) => {
  const there = found(await tx.selectFrom('bank_lines').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
  guardVersion(there, expected)
  const { rows } = await sql<{
    amount: number
  }>`select ${openAmount('l')} as amount from bank_lines l where l.id = ${id}`.execute(tx)
  return { ...there, open_amount: found(rows[0]).amount }
}

const countingPayments = (tx: Tx, id: number) =>
  tx
    .selectFrom('bank_line_payments as x')
    .innerJoin('booking_payments as p', 'p.id', 'x.payment_id')
    .select(['p.id as payment', 'p.booking_id as id'])
    .where('x.bank_line_id', '=', id)
    .where('p.voided_at', 'is', null)
    .orderBy('p.booking_id')
    .execute()

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
const isPaidInPart: Words = [
  '這筆入帳有一部分已登錄為訂單的收款，不會是金流撥款；請先復原那些收款。',
  'A part of this line is recorded as payments of bookings, so it is no lump of a provider: take these back first.',
]
const otherSum: Words = [
  '各訂單的金額加起來，必須等於這筆入帳尚未登錄的金額。',
  'The amounts of the bookings must come to what is not recorded of the line yet.',
]
const otherCurrency = (currency: string): Words => [
  `這筆入帳是 ${currency}，請選擇同幣別的訂單。`,
  `This money is in ${currency}: choose bookings in that currency.`,
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
    '/:id/settle',
    {
      ...changed,
      name: 'settleBankLine',
      summary: 'Say that a line is the lump of a provider for payments that are recorded already, and confirm its fee',
      body: Settling,
      refuses,
    },
    async ({ tx, actor, params, body, expected }) => {
      await settleLine(tx, params.id, body, { actor, expected })
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
      summary:
        'Take back what was decided of a line: its payments are voided with the reason, and those of a lump wait for it again',
      body: Reasoned,
      refuses: [...refuses, 'forbidden'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await unmatchLine(tx, params.id, body.reason, { actor, expected })
      return oneLine(tx, params)
    },
  )
})
