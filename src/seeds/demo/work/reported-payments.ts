import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { reportPayment } from '../../../modules/bookings/payment-reports/report.ts'
import { seesAll } from '../../../modules/users/reader.ts'
import { backgroundEnded } from '../past.ts'

/** Two customers say that they have paid: one the balance, one the deposit of seats that are held. Finance has not checked yet. */
export async function reportPayments(tx: Tx) {
  const owing = (status: 'confirmed' | 'held') =>
    tx
      .selectFrom('bookings as b')
      .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
      .select(['b.id', sql<number>`case when b.paid < b.deposit then b.deposit - b.paid else b.balance end`.as('due')])
      .select([sql<string>`today()::text`.as('today'), sql<string>`(today() - 1)::text`.as('yesterday')])
      .where('b.status', '=', status)
      .where('b.offered_at', 'is', null)
      .where('b.contact_proved_at', 'is not', null)
      .where('b.balance', '>', 0)
      .where('b.customer_user_id', 'is', null)
      .where(sql<boolean>`(b.status = 'confirmed' or b.paid = 0)`)
      .where(sql<boolean>`t.departure_date > today() + 14`)
      .orderBy('t.departure_date')
      .orderBy('b.id')
      .executeTakeFirst()
  const customer = { reader: seesAll, actor_id: undefined, roles: ['customer'] } as const
  const [confirmed, held] = [await owing('confirmed'), await owing('held')]
  if (confirmed)
    await reportPayment(tx, customer, confirmed.id, {
      ...{ paid_on: confirmed.yesterday, amount: confirmed.due, last_five: '60218' },
    })
  if (held) await reportPayment(tx, customer, held.id, { paid_on: held.today, amount: held.due, last_five: '37705' })
  await backgroundEnded(tx)
}
