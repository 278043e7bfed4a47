import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { orderRefund } from '../../../modules/bookings/refund-orders/order.ts'
import { backgroundEnded } from '../past.ts'
import { one, type People } from '../people.ts'

/** Finance has ordered the later refund in two parts: a manager has approved the first, and the second waits. */
export async function orderRefunds(tx: Tx, { people, keys }: { people: People; keys: Keys }) {
  const due = await tx
    .selectFrom('booking_obligations as o')
    .innerJoin('bookings as b', 'b.id', 'o.booking_id')
    .select(['o.id', 'b.contact_name as payee'])
    .where('o.open_amount', '>', 10_000)
    .orderBy('o.id', 'desc')
    .executeTakeFirst()
  if (!due) return
  const finance = one(people, 'finance')
  const order = { obligation_id: due.id, payee: due.payee, bank_code: '700' }
  const first = await orderRefund(tx, keys, finance, { ...order, account: '0001234-0567890', amount: 5_000 })
  await tx
    .updateTable('refund_orders')
    .set({ status: 'approved', approved_by: one(people, 'manager').id, approved_at: sql<string>`now()` })
    .where('id', '=', first)
    .execute()
  await orderRefund(tx, keys, finance, { ...order, payee: '陳秀蘭', account: '0001234-0998877' })
  await backgroundEnded(tx)
}
