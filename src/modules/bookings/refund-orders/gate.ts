import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import { constraintRefusal } from '../../../kit/db/faults.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { Refusal } from '../../../kit/errors.ts'
import { emit } from '../../../kit/events.ts'
import { refundOrderSteps } from './flow.ts'
import { isSeconded } from './refund-order.ts'

declare module '../../../kit/events.ts' {
  interface Events {
    /** A refund was ordered, approved, refused or paid, its payment was voided, or it was found in a file of the bank, or that taken back. */
    'refund-order.changed': {
      refund_order_id: number
      booking_id: number
      what: 'asked' | 'approved' | 'refused' | 'paid' | 'reopened' | 'confirmed' | 'unconfirmed'
      actor_id: number | undefined
    }
  }
}

type Refund = { id: number; booking_id: number; amount: number; currency: string }
/** The order that is named, and whether an import brings what was paid back before the booking was entered. */
type How = { order?: number | undefined; isImport?: boolean }

/**
 * Ties a refund that was just recorded to the approved order that it pays: the one that is named, or the oldest of the booking with this
 * amount. Every way to record a refund calls it. A refund without an order is refused here at its amount, and again by the database at the
 * end of the transaction, whatever has written it.
 */
export async function payOrder(tx: Tx, refund: Refund, actor_id: number | undefined, how: How = {}) {
  const { id: payment_id, booking_id, amount, currency } = refund
  const order = await tx
    .selectFrom('refund_orders')
    .select('id')
    .where('booking_id', '=', booking_id)
    .where('status', '=', 'approved')
    .where('amount', '=', amount)
    .where(isSeconded)
    .$if(how.order !== undefined, (orders) => orders.where('id', '=', how.order ?? 0))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!order) return refuseUnordered(tx, payment_id, amountIn(currency, amount), how)
  await tx
    .updateTable('refund_orders')
    .set({ status: refundOrderSteps.paid.to, payment_id })
    .where('id', '=', order.id)
    .execute()
  await emit(tx, 'refund-order.changed', { refund_order_id: order.id, booking_id, what: 'paid', actor_id })
}

// The same condition as at the end of the transaction, so that one is refused at its field, beside what else is wrong with it.
const refuseUnordered = async (tx: Tx, payment_id: number, amount: string, { isImport = false }: How) => {
  const { rows } = await sql<{ is_open: boolean }>`
    select not refunds_by_two or (${isImport}::boolean and p.received_at < entered_at(p.booking_id)) as is_open,
           set_config('guidon.is_import', ${isImport ? 'on' : ''}, true)
      from house, booking_payments p where p.id = ${payment_id}`.execute(tx)
  if (!rows[0]?.is_open) throw refusalOfUnordered(amount)
}

const refusalOfUnordered = (amount?: string) =>
  new Refusal('invalid_input', {
    errors: {
      amount: [
        amount === undefined
          ? [
              '這筆退款沒有經核准的退款單；請先開退款單，由另一位同仁核准後再登錄。',
              'There is no approved order for this refund. Order it, let a colleague approve it, and record it then.',
            ]
          : [
              `沒有金額為 ${amount} 且經核准的退款單；請先開退款單，由另一位同仁核准後再登錄。`,
              `There is no approved order of ${amount} for this booking. Order the refund, let a colleague approve it, and record it then.`,
            ],
      ],
    },
  })
constraintRefusal('refund_needs_order', () => refusalOfUnordered())
