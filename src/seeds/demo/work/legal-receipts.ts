import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import type { Actor } from '../../../kit/http/server/guard.ts'
import { issueReceipt } from '../../../modules/legal-receipts/issue.ts'
import { backgroundEnded } from '../past.ts'

/** Finance has issued receipts on paper for some of what was paid: to a person, and to a company for a part. */
export async function issueReceipts(tx: Tx, finance: Actor) {
  const { rows } = await sql<{ id: number; paid: number }>`
    select id, floor(paid)::integer as paid from bookings
     where status = 'confirmed' and paid >= 10000 and currency = 'TWD' order by id limit 2`.execute(tx)
  const buyers = [undefined, { kind: 'company', name: '示範企業股份有限公司', ubn: '12345675' }] as const
  for (const [nth, { id, paid }] of rows.entries()) {
    const buyer = buyers[nth]
    await issueReceipt(
      tx,
      id,
      { medium: 'paper', number: `T1000000${nth + 1}`, amount: buyer ? 10_000 : paid, ...(buyer && { buyer }) },
      finance,
    )
  }
  await backgroundEnded(tx)
}
