import { sql } from 'kysely'
import { Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { type Events, emit } from '../../kit/events.ts'
import { line, ref } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { inCents } from '../../kit/money.ts'
import type { Words } from '../../kit/words/words.ts'
import { refunders } from '../bookings/flow.ts'
import { noonOf } from '../bookings/payment-reports/decide.ts'
import { recordPaid } from '../bookings/refund-orders/decide.ts'
import { lockedOrder } from '../bookings/refund-orders/refund-order.ts'
import { debitReads, oneDebit, shownBankDebit, sureDebits } from './bank-debit.ts'

type Deciding = { actor: Actor; expected: Expected }

/** Confirms the refunds of a file that are sure, and returns how many. Nothing is paid by it. */
export async function confirmSure(tx: Tx, statement: number, actor: Actor) {
  const sure = await sureDebits(tx, statement)
  for (const { id, order } of sure) await confirmDebit(tx, id, order, { actor, expected: undefined })
  return sure.length
}

/**
 * The bank has paid a refund: its order is confirmed by the debit. An order that is approved and not recorded as paid yet is recorded by
 * it, with the rules of any refund.
 */
async function confirmDebit(tx: Tx, id: number, refund_order_id: number, { actor, expected }: Deciding) {
  const order = await lockedOrder(tx, refund_order_id, actor.id)
  const there = await lockedDebit(tx, id, expected)
  if (there.state !== 'new') refuse('step_not_possible', { detail: notNew, also: { possible: [] } })
  if (inCents(order.amount) !== inCents(there.amount) || order.currency !== there.currency)
    refuseField('refund_order_id', otherAmount)
  if (order.status === 'approved')
    await recordPaid(
      tx,
      refund_order_id,
      { actor, expected: undefined },
      {
        method: 'bankTransfer',
        received_at: await noonOf(tx, there.booked_on),
        reference: `${there.last_five ?? ''} −${id}`.trim(),
      },
    )
  else if (order.status !== 'paid') refuseField('refund_order_id', notPaid)
  await decide(tx, id, { state: 'confirmed', refund_order_id, reason: null, decided_by: actor.id })
  await tell(tx, order, 'confirmed', actor.id)
}
constraint('bank_debits_order', 'refund_order_id', [
  '這張退款單已有另一筆支出確認；若付了兩次，請洽銀行與客戶。',
  'Another debit confirms this order already. If it was paid twice, ask the bank and the customer.',
])

/** Takes back what was decided. A refund that was recorded stays recorded. */
async function undoDebit(tx: Tx, id: number, { actor, expected }: Deciding) {
  const before = found(
    await tx.selectFrom('bank_debits').select('refund_order_id').where('id', '=', id).executeTakeFirst(),
  )
  const order = before.refund_order_id === null ? null : await lockedOrder(tx, before.refund_order_id, actor.id)
  const there = await lockedDebit(tx, id, expected)
  if (there.state === 'new') refuse('step_not_possible', { detail: isNew, also: { possible: [] } })
  await decide(tx, id, { state: 'new', refund_order_id: null, reason: null, decided_by: null })
  if (order) await tell(tx, order, 'unconfirmed', actor.id)
}

const ignoreDebit = async (tx: Tx, id: number, reason: string, { actor, expected }: Deciding) => {
  const there = await lockedDebit(tx, id, expected)
  if (there.state !== 'new') refuse('step_not_possible', { detail: notNew, also: { possible: [] } })
  await decide(tx, id, { state: 'ignored', refund_order_id: null, reason, decided_by: actor.id })
}

/** A debit whose refund is voided is to be looked at again. */
export async function reopenDebit(tx: Tx, { refund_order_id, what }: Events['refund-order.changed']) {
  if (what !== 'reopened') return
  await tx
    .updateTable('bank_debits')
    .set({ state: 'new', refund_order_id: null, decided_by: null, decided_at: null, updated_at: sql`now()` })
    .where('refund_order_id', '=', refund_order_id)
    .execute()
}

const lockedDebit = async (tx: Tx, id: number, expected: Expected) => {
  const there = found(
    await tx.selectFrom('bank_debits').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  )
  guardVersion(there, expected)
  return there
}

type Decision = {
  state: 'new' | 'confirmed' | 'ignored'
  refund_order_id: number | null
  reason: string | null
  decided_by: number | null
}
const decide = (tx: Tx, id: number, decision: Decision) =>
  tx
    .updateTable('bank_debits')
    .set({ ...decision, decided_at: decision.decided_by === null ? null : sql<string>`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

const tell = (
  tx: Tx,
  { id, booking_id }: { id: number; booking_id: number },
  what: 'confirmed' | 'unconfirmed',
  actor_id: number,
) => emit(tx, 'refund-order.changed', { refund_order_id: id, booking_id, what, actor_id })

const notNew: Words = ['這筆支出已經處理過了。', 'This debit has been dealt with already.']
const isNew: Words = [
  '這筆支出還沒有處理，不必復原。',
  'This debit has not been dealt with, so there is nothing to take back.',
]
const otherAmount: Words = [
  '金額或幣別與這張退款單不同；請選擇相同金額的退款單。',
  'This order has another amount or currency: choose one of the same amount.',
]
const notPaid: Words = [
  '這張退款單尚未核准或已退回；請選擇已核准或已付款的退款單。',
  'This order is not approved, or was refused: choose one that is approved or paid.',
]

const changed = { returns: shownBankDebit, etag: 'content', access: refunders } as const
const refuses = ['step_not_possible', 'stale'] as const

/** `/api/bank-debits` */
export const bankDebits = routes((on) => {
  debitReads(on)
  on.post(
    '/:id/confirm',
    {
      ...changed,
      summary: 'Say that a debit has paid a refund; one that is approved is recorded as paid by it',
      body: Type.Object({ refund_order_id: ref() }),
      refuses: [...refuses, 'duplicate'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await confirmDebit(tx, params.id, body.refund_order_id, { actor, expected })
      return oneDebit(tx, params)
    },
  )
  on.post(
    '/:id/ignore',
    {
      ...changed,
      summary: 'Say that a debit is no refund, and why',
      body: Type.Object({ reason: line(500, '房租') }),
      refuses,
    },
    async ({ tx, actor, params, body, expected }) => {
      await ignoreDebit(tx, params.id, body.reason, { actor, expected })
      return oneDebit(tx, params)
    },
  )
  on.post(
    '/:id/undo',
    {
      ...changed,
      summary: 'Take back what was decided of a debit; a refund that was recorded stays recorded',
      refuses,
    },
    async ({ tx, actor, params, expected }) => {
      await undoDebit(tx, params.id, { actor, expected })
      return oneDebit(tx, params)
    },
  )
})
