import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { dueByRules, remindByRule } from '../../../modules/bookings/payment-reminders/send.ts'
import { backgroundEnded } from '../past.ts'

/** The reminders of this morning have left, and so have those of payments that are late; one customer has said when it pays. */
export async function remindCustomers(tx: Tx) {
  await sql`
    insert into payment_reminders_sent (booking_id, day, purpose, days, due_on, amount, currency, created_at)
    select b.id, b.payment_due_on + r.days, r.purpose, r.days, b.payment_due_on, case when r.purpose = 'deposit' then b.deposit - b.paid else b.balance end,
           b.currency, (b.payment_due_on + r.days + time '10:00') at time zone house_zone()
      from bookings b join payment_reminders r on r.purpose = case when b.paid < b.deposit then 'deposit' else 'balance' end
     where b.payment_due_on < today() and b.balance > 0 and b.payment_due_on + r.days < today() and b.payment_due_on + r.days > (b.created_at at time zone house_zone())::date`.execute(
    tx,
  )
  await sql`
    insert into payment_silences (booking_id, until, reason, set_by)
    select b.id, today() + 4, '客戶說下週發薪後付款', b.sales_user_id
      from bookings b where b.payment_due_on > today() and b.balance > 0 order by b.payment_due_on, b.id limit 1`.execute(
    tx,
  )
  for (const { id } of await dueByRules(tx, { after: 0, only: null, on: null, most: 100 })) await remindByRule(tx, id)
  await backgroundEnded(tx)
}
