import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { countCash } from '../../../modules/cash/counts.ts'
import { handOverCash } from '../../../modules/cash/handovers.ts'
import { thoseIn } from '../../../modules/users/has-role.ts'
import { backgroundEnded } from '../past.ts'

/** Two salespeople hold cash. One hands the day's over to finance, where it waits to be taken; the other's count has a difference. */
export async function holdCash(tx: Tx) {
  const { rows } = await sql<{ id: number; held: number }>`
    select u.id, coalesce(sum(p.amount) filter (where p.method = 'cash' and p.kind = 'payment' and p.voided_at is null), 0) as held
      from users u left join booking_payments p on p.recorded_by = u.id
     where u.roles = '{sales}' and u.status = 'active' group by u.id order by held desc, u.id limit 2`.execute(tx)
  const [one, two] = rows
  const [taker] = await thoseIn(tx, 'finance')
  if (one && taker) {
    await countCash(tx, one.id, { counted: one.held + 12_000 })
    await handOverCash(tx, one.id, { to_user_id: taker, amount: 8_000, note: '門市收款' })
  }
  if (two) {
    await countCash(tx, two.id, { counted: two.held + 5_000 })
    await countCash(tx, two.id, { counted: two.held + 4_900, reason: '找零少找 100 元' })
  }
  await backgroundEnded(tx)
}
