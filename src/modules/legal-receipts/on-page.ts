import { sql } from 'kysely'
import type { Db } from '../../kit/db/tables.ts'

/** The receipts of a booking that stand, as its customer reads them. */
export async function receiptsOnPage(db: Db, booking: number) {
  const { rows } = await sql<{
    number: string
    issued_on: string
    amount: number
    buyer_name: string
    url: string | null
  }>`
    select r.number, r.issued_on::text, p.amount, r.buyer_name, 
           case when r.platform ->> 'display_url' like 'https://%' then r.platform ->> 'display_url' end as url
      from legal_receipt_bookings p join legal_receipts r on r.id = p.legal_receipt_id
     where p.booking_id = ${booking} and r.status = 'issued' order by r.issued_on, r.id`.execute(db)
  return rows
}
export type ReceiptOnPage = Awaited<ReturnType<typeof receiptsOnPage>>[number]
