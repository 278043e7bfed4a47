import { amountIn } from 'guidon-design/formats'
import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import { notify } from '../notifications/notify.ts'
import { concernedBy } from '../travelers/notices.ts'

/** Tells the salesperson of each booking that a cheque has bounced. Of one that has cleared the payment tells. */
export async function notifyOfCheque(tx: Tx, { cheque_id, what, actor_id }: Events['cheque.changed']) {
  if (what !== 'bounced') return
  const parts = await tx
    .selectFrom('cheque_parts as p')
    .innerJoin('cheques as c', 'c.id', 'p.cheque_id')
    .innerJoin('bookings as b', 'b.id', 'p.booking_id')
    .select(['b.id', 'b.booking_number as number', 'b.contact_name as contact', 'p.amount', 'c.currency'])
    .select(['c.number as cheque', 'c.drawer_bank as bank', 'c.reason'])
    .where('c.id', '=', cheque_id)
    .orderBy('b.id')
    .execute()
  for (const { id, amount, currency, ...named } of parts) {
    const { sales } = await concernedBy(tx, id)
    const params = { ...named, amount: amountIn(currency, amount) }
    await notify(tx, { who: sales, event: 'cheque.bounced', params, about: { type: 'booking', id }, except: actor_id })
  }
}
