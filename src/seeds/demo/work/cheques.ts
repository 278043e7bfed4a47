import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import type { Actor } from '../../../kit/http/server/guard.ts'
import { receiveCheque } from '../../../modules/cheques/receive.ts'
import { backgroundEnded } from '../past.ts'

/** A company has paid one booking by a cheque that is due today, and another by one that is due next month. */
export async function takeCheques(tx: Tx, sales: Actor) {
  const { rows } = await sql<{ id: number; balance: number; contact: string; today: string; later: string }>`
    select b.id, b.balance, b.contact_name as contact, today()::text as today, (today() + 30)::text as later
      from bookings b join planned_trips t on t.id = b.planned_trip_id
     where b.status = 'confirmed' and b.balance > 0 and b.currency = house_currency() and t.departure_date > today() + 60
       and not exists (select from payment_reports r where r.booking_id = b.id)
       and not exists (select from payment_requests q where q.booking_id = b.id)
     order by b.id desc limit 2`.execute(tx)
  for (const [nth, { id, balance, contact, today, later }] of rows.entries())
    await receiveCheque(
      tx,
      {
        ...{ number: `AB123456${nth}`, drawer_bank: '示範銀行 民權分行', drawer: contact, amount: balance },
        ...{ due_on: nth ? later : today, note: '抬頭為本社，禁止背書轉讓' },
        bookings: [{ booking_id: id, amount: balance }],
      },
      sales,
    )
  await backgroundEnded(tx)
}
