import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'

const talk = [
  ['customer', '家母走路比較慢，可以請領隊多留意嗎？', 50],
  ['agency', '沒問題，已經請領隊多留意；各晚也會安排靠近電梯的房間。', 46],
  ['customer', '太好了，謝謝！', 45],
] as const

/** A customer writes to its salesperson before a trip to Italy and is answered. Both have read it. */
export async function writeMessages(tx: Tx) {
  for (const [from, text, hours] of talk)
    await sql`
      insert into booking_messages (booking_id, "from", written_by, text, created_at, read_at)
      select id, ${from}, case ${from} when 'customer' then customer_user_id else sales_user_id end, ${text},
             now() - make_interval(hours => ${hours}), now() - make_interval(hours => ${hours - 1})
        from bookings where booking_number like 'ITA%-001' and status = 'confirmed'`.execute(tx)
}
