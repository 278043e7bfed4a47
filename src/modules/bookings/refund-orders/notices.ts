import { amountIn } from 'guidon-design/formats'
import type { Tx } from '../../../kit/db/tables.ts'
import type { Events } from '../../../kit/events.ts'
import { notify } from '../../notifications/notify.ts'
import { refundApprovers } from '../../roles.ts'
import { thoseIn } from '../../users/has-role.ts'

/** Tells those who approve what is ordered, and whoever ordered it what was decided. Of a paid one the payment itself tells. */
export async function notifyOfRefundOrder(
  tx: Tx,
  { refund_order_id, booking_id, what, actor_id }: Events['refund-order.changed'],
) {
  if (what !== 'asked' && what !== 'approved' && what !== 'refused') return
  const { asked_by, amount, currency, asker, approver, refuser, reason, ...named } = await inWords(tx, refund_order_id)
  const params = { ...named, amount: amountIn(currency, amount) }
  const rest = { about: { type: 'booking', id: booking_id }, except: actor_id }
  if (what === 'asked')
    return notify(tx, {
      who: await approversOf(tx),
      event: 'refund-order.asked',
      params: { ...params, asker },
      ...rest,
    })
  if (what === 'approved')
    return notify(tx, { who: [asked_by], event: 'refund-order.approved', params: { ...params, approver }, ...rest })
  return notify(tx, { who: [asked_by], event: 'refund-order.refused', params: { ...params, refuser, reason }, ...rest })
}

const approversOf = async (tx: Tx) => {
  const people = await Promise.all(refundApprovers.map((role) => thoseIn(tx, role)))
  return [...new Set(people.flat())]
}

const inWords = (tx: Tx, id: number) =>
  tx
    .selectFrom('refund_orders as o')
    .innerJoin('bookings as b', 'b.id', 'o.booking_id')
    .innerJoin('users as asker', 'asker.id', 'o.asked_by')
    .leftJoin('users as approver', 'approver.id', 'o.approved_by')
    .leftJoin('users as refuser', 'refuser.id', 'o.refused_by')
    .select(['o.asked_by', 'o.amount', 'o.currency', 'o.payee', 'o.refuse_reason as reason'])
    .select(['b.booking_number as number', 'b.contact_name as contact'])
    .select(['asker.name as asker', 'approver.name as approver', 'refuser.name as refuser'])
    .where('o.id', '=', id)
    .executeTakeFirstOrThrow()
