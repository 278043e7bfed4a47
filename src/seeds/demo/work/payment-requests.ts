import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { askForPayment } from '../../../modules/bookings/payment-requests/ask.ts'
import { seesAll } from '../../../modules/users/reader.ts'
import { backgroundEnded } from '../past.ts'

/** Customers pay to a number of their own; the weights and the example are invented. One is asked for the balance, one for its deposit. */
export async function askForPayments(tx: Tx) {
  await tx
    .insertInto('receiving_accounts')
    .values({
      ...{
        name: '示範銀行 虛擬帳號',
        bank_name: '示範銀行 民權分行',
        bank_name_en: 'Demo Bank, Minquan branch',
        bank_code: '000',
      },
      ...{
        kind: 'virtual',
        prefix: '00000',
        length: 14,
        check_digit: 'weights',
        weights: '3713713713713',
        example: '00000000000017',
      },
    })
    .execute()
  const owing = (status: 'confirmed' | 'held') =>
    tx
      .selectFrom('bookings as b')
      .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
      .select(['b.id', 'b.sales_user_id'])
      .where('b.status', '=', status)
      .where('b.offered_at', 'is', null)
      .where('b.contact_proved_at', 'is not', null)
      .where('b.balance', '>', 0)
      .where(sql<boolean>`(b.status = 'confirmed' or b.paid = 0)`)
      .where(sql<boolean>`not exists (select from payment_reports r where r.booking_id = b.id)`)
      .where(sql<boolean>`t.departure_date > today() + 14`)
      .orderBy('t.departure_date')
      .orderBy('b.id')
      .executeTakeFirst()
  for (const [status, purpose] of [
    ['confirmed', 'balance'],
    ['held', 'deposit'],
  ] as const) {
    const booking = await owing(status)
    if (!booking) continue
    const by = { reader: seesAll, actor_id: booking.sales_user_id ?? undefined, roles: ['sales'] } as const
    await askForPayment(tx, booking.id, { purpose }, by)
  }
  await backgroundEnded(tx)
}
