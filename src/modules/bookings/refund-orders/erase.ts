import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { ERASED_NAME, erase } from '../../../kit/secrets/personal-data.ts'
import { forgetFields } from '../../audit/actions.ts'

/** Takes payee and account from the orders of an erased contact. Who ordered and approved, when, and the amounts stay. */
export async function eraseRefundOrders(tx: Tx, booking_id: number) {
  const orders = await tx
    .selectFrom('refund_orders')
    .select(['id', 'person_key'])
    .where('booking_id', '=', booking_id)
    .forUpdate()
    .execute()
  if (!orders.length) return
  await tx
    .updateTable('refund_orders')
    .set({
      ...{ payee: ERASED_NAME, bank_code: null, account: null, account_mark: null },
      refuse_reason: sql<string | null>`case when refuse_reason is not null then ${ERASED_NAME} end`,
    })
    .where('booking_id', '=', booking_id)
    .execute()
  for (const key of new Set(orders.flatMap(({ person_key }) => person_key ?? []))) await erase(tx, key)
  await forgetFields(
    tx,
    'refund_orders',
    orders.map(({ id }) => id),
    ['payee', 'bank_code', 'account', 'refuse_reason'],
  )
}
