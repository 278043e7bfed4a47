import type { FastifyInstance } from 'fastify'
import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraint } from '../../../kit/db/faults.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../../kit/errors.ts'
import { emit } from '../../../kit/events.ts'
import { labelled, money, ref } from '../../../kit/fields.ts'
import type { On } from '../../../kit/http/routes/routes.ts'
import type { Actor } from '../../../kit/http/server/guard.ts'
import { inCents } from '../../../kit/money.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { newPersonKey, personKey, sealed } from '../../../kit/secrets/personal-data.ts'
import { actingOf } from '../../users/reader.ts'
import { refunders } from '../flow.ts'
import { accountMark } from './marks.ts'
import { oneRefundOrder, orderedOf, RefundOrder, ShownRefundOrder } from './refund-order.ts'

const { payee, bank_code, account } = RefundOrder.properties

/** The order of a refund: of an obligation, to whom, to which account, or by hand without one. */
const NewOrder = Type.Object({
  obligation_id: labelled(ref(), ['應退款項', 'Refund due']),
  payee,
  bank_code,
  account,
  /** Without it all that is owed and not ordered yet. */
  amount: Type.Optional(money()),
})
export type NewOrder = Static<typeof NewOrder>

/** Orders a refund of what is owed back, which another colleague approves. No more is ordered than is owed. */
export async function orderRefund(tx: Tx, keys: Keys, { id: asked_by }: Pick<Actor, 'id'>, body: NewOrder) {
  const { obligation_id, payee, bank_code = null, account = null } = body
  if (bank_code === null && account !== null) refuseField('bank_code', bothOrNone)
  if (bank_code !== null && account === null) refuseField('account', bothOrNone)
  const { booking_id, currency, left } = await lockedObligation(tx, obligation_id)
  const amount = Number(body.amount ?? left)
  if (left <= 0) refuse('step_not_possible', { detail: nothingLeft, also: { possible: [] } })
  if (inCents(amount) > inCents(left)) refuseField('amount', moreThan(amountIn(currency, left)))
  const { id } = await tx
    .insertInto('refund_orders')
    .values({
      ...{ booking_id, obligation_id, payee, bank_code, amount, currency, asked_by },
      ...(account !== null &&
        bank_code !== null &&
        (await sealedAccount(tx, keys, { booking_id, bank_code, account }))),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await emit(tx, 'refund-order.changed', { refund_order_id: id, booking_id, what: 'asked', actor_id: asked_by })
  return id
}

const lockedObligation = async (tx: Tx, id: number) => {
  const { booking_id } = found(
    await tx.selectFrom('booking_obligations').select('booking_id').where('id', '=', id).executeTakeFirst(),
  )
  const { currency } = await tx
    .selectFrom('bookings')
    .select('currency')
    .where('id', '=', booking_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { left } = found(
    await tx
      .selectFrom('booking_obligations as o')
      .select(sql<number>`o.open_amount - ${orderedOf('o')}`.as('left'))
      .where('o.id', '=', id)
      .executeTakeFirst(),
  )
  return { booking_id, currency, left }
}

type Sealing = { booking_id: number; bank_code: string; account: string }

// The accounts of one booking share a key, which goes with its contact.
const sealedAccount = async (tx: Tx, keys: Keys, { booking_id, bank_code, account }: Sealing) => {
  const before = await tx
    .selectFrom('refund_orders as o')
    .innerJoin('person_keys as k', 'k.id', 'o.person_key')
    .select('k.id')
    .where('o.booking_id', '=', booking_id)
    .where('k.erased_at', 'is', null)
    .orderBy('o.id')
    .executeTakeFirst()
  const person = before ? await personKey(tx, keys, before.id) : await newPersonKey(tx, keys)
  const account_mark = accountMark(keys, bank_code, account)
  return { ...sealed(person, 'refund_orders', RefundOrder, { account }), person_key: person.id, account_mark }
}

const bothOrNone = [
  '請同時填寫銀行代碼與帳號；以現金等方式退款時，兩欄都留空。',
  'Enter the bank code and the account together; leave both empty for a refund in cash or by another way.',
] as const
const nothingLeft = [
  '這筆應退款項已退清、已抵銷或已開退款單；請先查看既有的退款單。',
  'This refund is paid, used up, or ordered already. Look at the orders that there are.',
] as const
const moreThan = (most: string) =>
  [
    `尚未開退款單的應退款項為 ${most}，請填寫不超過此金額。`,
    `${most} is owed and not ordered yet: enter that much at most.`,
  ] as const
constraint('refund_orders_amount', 'amount', ['必須大於 0。', 'Must be more than 0.'])

export function orderRoute(on: On, { keys }: FastifyInstance) {
  on.create(
    '',
    {
      access: refunders,
      summary: 'Order a refund of what is owed back; another colleague approves it before it is paid',
      body: NewOrder,
      returns: ShownRefundOrder,
      etag: 'content',
      refuses: ['not_found', 'step_not_possible'],
    },
    async ({ tx, actor, body }) => {
      const id = await orderRefund(tx, keys, actor, body)
      return { id, ...(await oneRefundOrder(tx, { ...actingOf(actor), id })) }
    },
  )
}
