import { amountIn } from 'guidon-design/formats'
import type { Tx } from '../../../kit/db/tables.ts'
import type { Events } from '../../../kit/events.ts'
import { notify } from '../../notifications/notify.ts'
import { tripCalled } from '../../shown-names.ts'
import { concernedBy } from '../../travelers/notices.ts'
import { thoseIn } from '../../users/has-role.ts'

/**
 * Tells finance in the app that a customer says it has paid, or the salesperson if nobody is in finance; and mails the customer that the
 * report was refused, and why. Of a recorded one the payment itself tells.
 */
export async function notifyOfPaymentReport(
  tx: Tx,
  { payment_report_id, booking_id, what, actor_id }: Events['payment-report.changed'],
) {
  if (what !== 'reported' && what !== 'refused') return
  const { currency, amount, reason, ...named } = await inWords(tx, payment_report_id)
  const { sales, customer } = await concernedBy(tx, booking_id)
  const params = { ...named, amount: amountIn(currency, amount) }
  const rest = { about: { type: 'booking', id: booking_id }, except: actor_id }
  if (what === 'refused')
    return notify(tx, { who: customer, event: 'payment-report.refused', params: { ...params, reason }, ...rest })
  const finance = await thoseIn(tx, 'finance')
  return notify(tx, { who: finance.length ? finance : sales, event: 'payment-report.reported', params, ...rest })
}

const inWords = (tx: Tx, id: number) =>
  tx
    .selectFrom('payment_reports as r')
    .innerJoin('bookings as b', 'b.id', 'r.booking_id')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select(['r.currency', 'r.amount', 'r.refuse_reason as reason', 'r.paid_on as day'])
    .select(['t.serial', 't.name as trip', 'b.booking_number as number', 'b.contact_name as contact'])
    .select(tripCalled('t').as('trip_en'))
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow()
