import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import type { Actor } from '../../../kit/http/server/guard.ts'
import { settleLine } from '../../../modules/bank-files/match.ts'
import { readStatement } from '../../../modules/bank-files/statement.ts'
import { addPayment } from '../../../modules/bookings/payments.ts'
import { backgroundEnded } from '../past.ts'

const mapping = JSON.stringify({ booked_at: '交易日期', credit: '存入', text: '備註' })
const AMOUNT = 5_000
const FEE = 100

/** Two customers have paid by card, and ECPay has paid it out in one sum, less its fee: finance has settled it. A third one is not paid out yet. */
export async function settleCards(tx: Tx, finance: Actor) {
  const { rows } = await sql<{ id: number; at: string; today: string; day: string; nth: number }>`
    select b.id, now() - interval '1 day' as at, today()::text as today, (today() - 1)::text as day, row_number() over (order by b.id)::integer as nth
      from (select b.id from bookings b join planned_trips t on t.id = b.planned_trip_id
             where b.status = 'confirmed' and b.balance > 10000 and b.currency = 'TWD' and t.departure_date > today() + 60
               and not exists (select from payment_reports r where r.booking_id = b.id)
               and not exists (select from payment_requests q where q.booking_id = b.id)
             order by b.id desc limit 3 offset 2) b order by b.id`.execute(tx)
  const payments = []
  for (const { id, at, nth } of rows) {
    const reference = `DEMO${nth}K7QX3MPL2RT6VN`
    const of = { kind: 'payment', method: 'creditCard', amount: AMOUNT, received_at: at, reference } as const
    const payment_id = await addPayment(tx, id, of, { id: undefined, roles: [] }, 'ecpay')
    await sql`insert into provider_trades (trade_no, provider, environment, merchant_id, amount, status, provider_no, fee, expires_at, booking_id, payment_id)
      values (${reference}, 'ecpay', 'production', '3002607', ${AMOUNT}, 'paid', ${`N${reference}`}, ${FEE}, ${at}, ${id}, ${payment_id})`.execute(
      tx,
    )
    payments.push({ payment_id })
  }
  const [first] = rows
  const lump = payments.slice(0, 2)
  if (!first || lump.length < 2) return
  const net = lump.length * (AMOUNT - FEE)
  const bytes = Buffer.from(`交易日期,存入,備註\n${first.today},${net},綠界科技撥款`)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { name: `撥款 ${first.today}.csv`, size: bytes.length, sha256, bytes }
  await readStatement(tx, { file, mapping, name: '撥款帳戶' }, finance)
  const { rows: lines } = await sql<{ id: number }>`
    select l.id from bank_lines l join bank_statements s on s.id = l.statement_id where s.file_name = ${file.name}`.execute(
    tx,
  )
  for (const { id } of lines)
    await settleLine(
      tx,
      id,
      { provider: 'ecpay', payments: lump, fee: lump.length * FEE },
      { actor: finance, expected: undefined },
    )
  await backgroundEnded(tx)
}
