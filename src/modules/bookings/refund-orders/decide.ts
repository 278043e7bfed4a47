import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuse } from '../../../kit/errors.ts'
import { type Events, emit } from '../../../kit/events.ts'
import { line } from '../../../kit/fields.ts'
import { mayTake } from '../../../kit/flow.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import type { Actor } from '../../../kit/http/server/guard.ts'
import { inCents } from '../../../kit/money.ts'
import { RevealedOf, RevealOf, reveal } from '../../../kit/secrets/personal-data.ts'
import { refundApprovers } from '../../roles.ts'
import { actingOf } from '../../users/reader.ts'
import { NewPayment } from '../booking.ts'
import { addPayment } from '../payments.ts'
import { bankFileRoute } from './bank-file.ts'
import { refundOrderFlow, refundOrderSteps } from './flow.ts'
import { orderRoute } from './order.ts'
import { lockedOrder, oneRefundOrder, orderReads, RefundOrder, ShownRefundOrder } from './refund-order.ts'

type Deciding = { actor: Actor; expected: Expected }

const lockedForStep = async (
  tx: Tx,
  id: number,
  step: 'approve' | 'refuse' | 'paid',
  { actor, expected }: Deciding,
) => {
  const order = await lockedOrder(tx, id, actor.id)
  guardVersion(order, expected)
  if (step === 'approve' && order.status === 'waiting' && !order.isOthers) refuse('forbidden', { detail: notByOrderer })
  if (step === 'paid' && order.status === 'approved' && !order.isSeconded)
    refuse('step_not_possible', { detail: approvedAlone, also: { possible: ['refuse'] } })
  mayTake(refundOrderFlow, step, order, actor.roles)
  return order
}
const notByOrderer = [
  '自己開的退款單不能自己核准；請由另一位會計、主管或管理員核准。',
  'Nobody approves a refund that they ordered themselves: let another colleague of finance, a manager or an administrator approve it.',
] as const
const approvedAlone = [
  '這張退款單由開單人自己核准；現在需要第二人，請退回後重新開單，由另一位同仁核准。',
  'Whoever ordered this refund approved it too. A second person is needed now: refuse it, order it again, and let a colleague approve it.',
] as const

/** Approves an order as long as its amount is still owed. */
async function approveOrder(tx: Tx, id: number, deciding: Deciding) {
  const { booking_id, obligation_id, amount } = await lockedForStep(tx, id, 'approve', deciding)
  const owed = await tx
    .selectFrom('booking_obligations')
    .select('open_amount')
    .where('id', '=', obligation_id)
    .executeTakeFirst()
  if (inCents(owed?.open_amount ?? 0) < inCents(amount))
    refuse('step_not_possible', { detail: owedNoLonger, also: { possible: ['refuse'] } })
  await tx
    .updateTable('refund_orders')
    .set({ status: refundOrderSteps.approve.to, approved_by: deciding.actor.id, approved_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  await tell(tx, id, booking_id, 'approved', deciding.actor.id)
}
const owedNoLonger = [
  '開單後應退款項已減少，不能核准這個金額；請退回，並重新開單。',
  'Less is owed back than when this was ordered, so it cannot be approved. Refuse it, and order what is still owed.',
] as const

async function refuseOrder(tx: Tx, id: number, deciding: Deciding, refuse_reason: string) {
  const { booking_id } = await lockedForStep(tx, id, 'refuse', deciding)
  await tx
    .updateTable('refund_orders')
    .set({ status: refundOrderSteps.refuse.to, refused_by: deciding.actor.id, refuse_reason })
    .where('id', '=', id)
    .execute()
  await tell(tx, id, booking_id, 'refused', deciding.actor.id)
}

const { method, received_at, reference, confirmed_reference, reason } = NewPayment.properties
/** How and when it was paid; the other fields answer the question about a reference that another booking has. */
const Paying = Type.Object({ method, received_at, reference, confirmed_reference, reason })

/** Records that an approved order is paid, by the same action as any refund. */
export async function recordPaid(tx: Tx, id: number, deciding: Deciding, body: Static<typeof Paying>) {
  const { booking_id, amount } = await lockedForStep(tx, id, 'paid', deciding)
  const refund = { ...body, kind: 'refund', amount } as const
  await addPayment(tx, booking_id, refund, deciding.actor, 'staff', id)
}

/** An order whose refund is voided is to be paid again. */
export async function reopenOrder(tx: Tx, { payment_id, what, actor_id }: Events['payment.changed']) {
  if (what !== 'voided') return
  const reopened = await tx
    .updateTable('refund_orders')
    .set({ status: refundOrderSteps.reopen.to, payment_id: null })
    .where('payment_id', '=', payment_id)
    .returning(['id', 'booking_id'])
    .executeTakeFirst()
  if (reopened) await tell(tx, reopened.id, reopened.booking_id, 'reopened', actor_id)
}

const tell = (
  tx: Tx,
  refund_order_id: number,
  booking_id: number,
  what: Events['refund-order.changed']['what'],
  actor_id: number | undefined,
) => emit(tx, 'refund-order.changed', { refund_order_id, booking_id, what, actor_id })

/** `/api/refund-orders`: refunds are ordered by one person and approved by another. */
export default routes((on, app) => {
  orderReads(on)
  orderRoute(on, app)
  bankFileRoute(on, app)
  decisions(on)
  revealRoute(on, app)
})

const decisions = (on: On) => {
  const changed = { returns: ShownRefundOrder, etag: 'content' } as const
  on.post(
    '/:id/approve',
    {
      ...changed,
      access: refundOrderSteps.approve.by,
      summary: 'Approve a refund that a colleague has ordered',
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, actor, params, expected }) => {
      await approveOrder(tx, params.id, { actor, expected })
      return oneRefundOrder(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/refuse',
    {
      ...changed,
      access: refundOrderSteps.refuse.by,
      summary: 'Refuse a refund that is not paid yet, with a reason; whoever ordered it may take it back so',
      body: Type.Object({ reason: line(500, '收款人不是訂購人，請附委託書') }),
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await refuseOrder(tx, params.id, { actor, expected }, body.reason)
      return oneRefundOrder(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/paid',
    {
      ...changed,
      name: 'payRefundOrder',
      access: refundOrderSteps.paid.by,
      summary: 'Record that an approved refund is paid, which makes it a refund of its booking',
      body: Paying,
      refuses: ['step_not_possible', 'stale', 'duplicate'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await recordPaid(tx, params.id, { actor, expected }, body)
      return oneRefundOrder(tx, { ...actingOf(actor), ...params })
    },
  )
}

const revealRoute = (on: On, { keys }: FastifyInstance) => {
  on.post(
    '/:id/reveal',
    {
      access: refundApprovers,
      summary: 'Reveal the account of an order; who and why is logged',
      body: RevealOf(RefundOrder),
      returns: RevealedOf(RefundOrder),
      refuses: ['step_not_possible'],
      noReplay: true,
    },
    async ({ tx, actor, params: { id }, body, request }) => {
      const { person_key } = await lockedOrder(tx, id, actor.id)
      if (person_key === null) return { account: null }
      const record = { table: 'refund_orders', record_id: id, person_key }
      return reveal(tx, keys, { ...body, ...record, actor, request_id: request.id })
    },
  )
}
