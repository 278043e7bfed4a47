import { type Generated, sql } from 'kysely'
import { Type } from 'typebox'
import { constraintRefusal } from '../../kit/db/faults.ts'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { found, Refusal, refuse } from '../../kit/errors.ts'
import { anyText, defaulted, flag, labelled, line, money, nullable, oneOf, ref, shownFields } from '../../kit/fields.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import type { Words } from '../../kit/words/words.ts'
import { refunders } from '../bookings/flow.ts'
import { addPayment } from '../bookings/payments.ts'
import { refundOrderFlow } from '../bookings/refund-orders/flow.ts'
import { cardTradeFor, lockedOrder, touchOrder } from '../bookings/refund-orders/refund-order.ts'
import { refundApprovers } from '../roles.ts'
import { type Hindrance, hindrances } from './cards.ts'
import { PaymentProvider, type Provider } from './provider.ts'

const statuses = ['asked', 'sent', 'paid', 'failed', 'unclear'] as const
/** A refund to the card that has paid, by the provider that took the money. @public */
export const CardRefund = Type.Object({
  refund_order_id: labelled(ref(), ['退款單', 'Order of the refund']),
  trade_id: labelled(ref(), ['線上付款', 'Online payment']),
  amount: money(),
  status: labelled(defaulted(oneOf(statuses)), ['狀態', 'Status']),
  hindrance: labelled(nullable(oneOf(hindrances)), ['沒有退成的原因', 'Why it failed']),
  code: labelled(nullable(line(40, 'TRA10047')), ['代碼', 'Code']),
  message: labelled(nullable(line(500, '帳戶餘額不足')), ['金流服務的說明', 'What the provider says']),
  asked_by: labelled(ref(), ['送出者', 'Sent by']),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    card_refunds: Table<typeof CardRefund> & {
      /** What could be given back of the payment before anything was sent, and all that the provider told of it then. */
      left_before: Generated<number | null>
      mark_before: Generated<string | null>
      tries: Generated<number>
    }
  }
}
declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'payment-providers.card-refund': { id: number }
  }
}

const ShownCardRefund = RecordOf(CardRefund, {
  ...shownFields({ provider: PaymentProvider.properties.provider }),
  trade_no: anyText('K7QX3MPL2RT6VN4ZB5CD'),
})

const cardRefunds = (db: Db) =>
  db
    .selectFrom('card_refunds')
    .innerJoin('provider_trades as x', 'x.id', 'card_refunds.trade_id')
    .select(columnsOf('card_refunds', CardRefund))
    .select(['x.provider', 'x.trade_no'])
const oneCardRefund = jsonRecord((db, { id }: { id: number }) => cardRefunds(db).where('card_refunds.id', '=', id))

type Asked = { refund_order_id: number; actor: Actor }

/** Sends an approved order back to the card. What becomes of it the job finds out, by asking before and after. */
const askForRefund = async (tx: Tx, { refund_order_id, actor }: Asked) => {
  const order = await lockedOrder(tx, refund_order_id, actor.id)
  mayTake(refundOrderFlow, 'paid', order, actor.roles)
  if (order.in_file_at !== null) refuse('step_not_possible', { detail: inFile, also: { possible: [] } })
  const { rows } = await sql<{ trade_id: number | null }>`
    select ${cardTradeFor(sql`${order.booking_id}`, sql`${order.amount}`)} as trade_id`.execute(tx)
  const { trade_id } = found(rows[0])
  if (trade_id === null) return refuse('step_not_possible', { detail: noTrade, also: { possible: [] } })
  const { id } = await tx
    .insertInto('card_refunds')
    .values({ refund_order_id, trade_id, amount: order.amount, asked_by: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await touchOrder(tx, refund_order_id)
  enqueue(tx, 'payment-providers.card-refund', { id }, { key: keyOf(id) })
  return id
}
export function keyOf(id: number) {
  return `card-refund ${id}`
}

const inFile: Words = [
  '這張退款單已列入銀行檔，可能已經匯出，不能再退回信用卡；請查銀行後登錄付款。',
  'This order is in a bank file and may be transferred already, so it does not go back to the card as well. Look at the bank, and record it as paid.',
]
const noTrade: Words = [
  '這筆訂單沒有一筆信用卡付款還剩這個金額可退；請把退款單分成各筆付款的金額，或改以匯款退。',
  'No payment by card of this booking has so much left. Order refunds of the amounts that were paid, or pay it by bank transfer.',
]
constraintRefusal('card_refunds_of_order', () => underWay())
constraintRefusal('card_refunds_of_trade', () => underWay())
constraintRefusal('refund_order_on_card', () => underWay())
const underWay = () => new Refusal('step_not_possible', { detail: isUnderWay, also: { possible: [] } })
const isUnderWay: Words = [
  '這筆退款正退回信用卡，或還不確定有沒有退成，不能同時以其他方式退；請等結果，或先說明結果。',
  'This refund is on its way back to the card, or nobody knows yet whether it was paid. Wait for the outcome, or say what became of it, before it is paid by another way.',
]

type Ended = { hindrance: Hindrance; code?: string | undefined; message?: string | undefined }

/** The refund has not been paid: its order can be paid by another way now. */
export async function failRefund(tx: Tx, id: number, { hindrance, code, message }: Ended) {
  await end(tx, id, 'failed', { hindrance, code: code?.slice(0, 40) ?? null, message: message?.slice(0, 500) ?? null })
}
/** Nobody knows whether it was paid: a person has to look at the provider. */
export async function leaveUnclear(tx: Tx, id: number, hindrance: Hindrance) {
  await end(tx, id, 'unclear', { hindrance, code: null, message: null })
}
const end = async (
  tx: Tx,
  id: number,
  status: 'failed' | 'unclear',
  ended: { hindrance: Hindrance; code: string | null; message: string | null },
) => {
  const { refund_order_id } = found(
    await tx.selectFrom('card_refunds').select('refund_order_id').where('id', '=', id).executeTakeFirst(),
  )
  // The order is locked before its refund, as by everything else.
  await touchOrder(tx, refund_order_id)
  await tx
    .updateTable('card_refunds')
    .set({ status, ...ended })
    .where('id', '=', id)
    .execute()
}

/** Records that the card has its money back, which pays the order by the action that records any refund. */
export async function recordRefund(tx: Tx, id: number, provider: Provider, trade_no: string) {
  const { refund_order_id, asked_by } = found(
    await tx.selectFrom('card_refunds').select(['refund_order_id', 'asked_by']).where('id', '=', id).executeTakeFirst(),
  )
  const order = await lockedOrder(tx, refund_order_id, asked_by)
  const { status } = await tx
    .selectFrom('card_refunds')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (status === 'paid') return
  await tx.updateTable('card_refunds').set({ status: 'paid', hindrance: null }).where('id', '=', id).execute()
  const { rows } = await sql<{ at: string }>`select now() as at`.execute(tx)
  await addPayment(
    tx,
    order.booking_id,
    {
      ...{ kind: 'refund', method: 'creditCard', amount: order.amount, reference: `${trade_no}-${id}` },
      received_at: found(rows[0]).at,
    },
    { id: asked_by, roles: refunders },
    provider,
    refund_order_id,
  )
}

type Said = { is_refunded: boolean; remark: string; expected: Expected }

/** Says what became of a refund that nobody was sure of, after a look at the provider. */
const settleRefund = async (tx: Tx, id: number, { is_refunded, remark, expected }: Said) => {
  const there = found(
    await tx
      .selectFrom('card_refunds as c')
      .innerJoin('provider_trades as x', 'x.id', 'c.trade_id')
      .select(['c.status', 'c.version', 'x.provider', 'x.trade_no'])
      .where('c.id', '=', id)
      .executeTakeFirst(),
  )
  guardVersion(there, expected)
  if (there.status !== 'unclear') refuse('step_not_possible', { detail: isClear, also: { possible: [] } })
  if (is_refunded) await recordRefund(tx, id, there.provider, there.trade_no)
  else await failRefund(tx, id, { hindrance: 'refused', message: remark })
}
const isClear: Words = ['這筆退款的結果已經確定，不必說明。', 'What became of this refund is known already.']

/** `/api/card-refunds` */
export default routes((on) => {
  on.create(
    '',
    {
      access: refunders,
      name: 'refundByCard',
      summary: 'Send an approved refund back to the card, by the provider that took the money',
      body: Type.Object({ refund_order_id: CardRefund.properties.refund_order_id }),
      returns: ShownCardRefund,
      etag: 'content',
      refuses: ['not_found', 'step_not_possible'],
    },
    async ({ tx, actor, body }) => {
      const id = await askForRefund(tx, { ...body, actor })
      return { id, ...(await oneCardRefund(tx, { id })) }
    },
  )
  on.get(
    '/:id',
    { access: refundApprovers, summary: 'One refund to a card', returns: ShownCardRefund, etag: 'content' },
    ({ db, params }) => oneCardRefund(db, params),
  )
  on.post(
    '/:id/settle',
    {
      access: refunders,
      name: 'settleCardRefund',
      summary: 'Say whether a refund to a card was paid, where the provider has left it unclear',
      body: Type.Object({
        is_refunded: labelled(flag(), ['已退回信用卡', 'The card has its money back']),
        remark: line(500, '綠界後台顯示未退款'),
      }),
      returns: ShownCardRefund,
      etag: 'content',
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, params, body, expected }) => {
      await settleRefund(tx, params.id, { ...body, expected })
      return oneCardRefund(tx, params)
    },
  )
})
