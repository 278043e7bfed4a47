import { sql } from 'kysely'
import type { Db } from '../../kit/db/tables.ts'

/** The cheques of a booking that wait for the bank, as its customer reads them. */
export async function chequesOnPage(db: Db, booking: number) {
  const { rows } = await sql<{ amount: number; currency: string; number_end: string; due_on: string }>`
    select p.amount, c.currency, right(c.number, 3) as number_end, c.due_on::text
      from cheque_parts p join cheques c on c.id = p.cheque_id
     where p.booking_id = ${booking} and p.payment_id is null and c.status in ('received', 'deposited') order by c.due_on, c.id`.execute(
    db,
  )
  return rows
}
export type ChequeOnPage = Awaited<ReturnType<typeof chequesOnPage>>[number]
