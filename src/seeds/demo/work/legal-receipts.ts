import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import type { Actor } from '../../../kit/http/server/guard.ts'
import { issueReceipt } from '../../../modules/legal-receipts/issue.ts'
import { backgroundEnded } from '../past.ts'

/**
 * Finance has issued a receipt on paper for each booking that is paid in full; one of them to a company, and for a part. They are of the
 * book that it holds, in which one form was spoiled.
 */
export async function issueReceipts(tx: Tx, finance: Actor) {
  const { rows } = await sql<{ id: number; paid: number }>`
    select b.id, floor(b.paid)::integer as paid from bookings b
     where b.paid >= 1 and b.paid >= b.total and b.currency = 'TWD' order by b.id`.execute(tx)
  const company = { kind: 'company', name: '示範企業股份有限公司', ubn: '12345675' } as const
  for (const [nth, { id, paid }] of rows.entries()) {
    const number = `T${10_000_001 + nth}`
    const of = nth === 1 ? { amount: Math.ceil(paid / 2), buyer: company } : { amount: paid }
    await issueReceipt(tx, id, { medium: 'paper', number, ...of }, finance)
  }
  await sql`
    insert into receipt_books (first_number, last_number, holder_id, notes)
    values ('T10000001', ${`T${10_000_050 + rows.length}`}, ${finance.id}, null), ('Z90000001', 'Z90000050', null, '備用')`.execute(
    tx,
  )
  await sql`
    insert into spoiled_receipts (receipt_book_id, number, reason, spoiled_by)
    select id, ${`T${10_000_001 + rows.length}`}, '寫錯金額', ${finance.id} from receipt_books order by id limit 1`.execute(
    tx,
  )
  await backgroundEnded(tx)
}
