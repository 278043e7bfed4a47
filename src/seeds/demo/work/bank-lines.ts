import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import type { Actor } from '../../../kit/http/server/guard.ts'
import { readStatement } from '../../../modules/bank-files/statement.ts'
import { backgroundEnded } from '../past.ts'

const mapping = JSON.stringify({
  booked_at: '交易日期',
  credit: '存入',
  debit: '支出',
  virtual_account: '銷帳編號',
  text: '備註',
})

/** The bank's file: a number that was asked to pay, a name that owes something, money that nobody knows, and a refund that it has paid. */
export async function readFileOfBank(tx: Tx, finance: Actor) {
  const { rows } = await sql<{ number: string | null; amount: number; day: string; today: string; account: number }>`
    select q.account_number as number, q.amount, to_char(today() - 1, 'YYYY/MM/DD') as day, to_char(today(), 'YYYY/MM/DD') as today,
           q.receiving_account_id as account
      from payment_requests q where q.status = 'open' and q.via = 'virtual_account' order by q.id limit 1`.execute(tx)
  const [asked] = rows
  const owing = await tx
    .selectFrom('bookings as b')
    .select(['b.contact_name', 'b.balance'])
    .where('b.status', '=', 'confirmed')
    .where('b.balance', '>', 0)
    .where(sql<boolean>`not exists (select from payment_reports r where r.booking_id = b.id)`)
    .where(sql<boolean>`not exists (select from payment_requests q where q.booking_id = b.id)`)
    .orderBy('b.id')
    .executeTakeFirst()
  if (!asked || !owing) return
  const refund = await tx
    .selectFrom('refund_orders')
    .select(['payee', 'amount'])
    .where('status', '=', 'approved')
    .orderBy('id')
    .executeTakeFirst()
  const lines = [
    [asked.day, '', asked.amount, asked.number, ''],
    [asked.day, '', owing.balance, '', `${owing.contact_name} 團費`],
    [asked.day, '', 5000, '', '現金存入'],
    [asked.day, 30, '', '', '手續費'],
    ...(refund ? [[asked.today, refund.amount, '', '', `${refund.payee} 退款`]] : []),
  ]
  const bytes = Buffer.from(['交易日期,支出,存入,銷帳編號,備註', ...lines.map((cells) => cells.join(','))].join('\n'))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { name: `示範銀行 ${asked.day.replaceAll('/', '-')}.csv`, size: bytes.length, sha256, bytes }
  await readStatement(tx, { file, mapping, name: '示範銀行', receiving_account_id: asked.account }, finance)
  await backgroundEnded(tx)
}
