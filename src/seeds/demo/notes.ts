import { sql } from 'kysely'
import { seedRows } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'

/** The column by which the file names a record; `%` stands for the part that changes with the date. */
const codes: Readonly<Record<string, string>> = {
  geographical_areas: 'code',
  categories: 'code',
  airlines: 'iata_code',
  addon_categories: 'name',
  bookings: 'booking_number',
}

/** Writes the notes of the office and the line controllers of areas. Customers and leaders see neither. */
export async function noteForOffice(tx: Tx, controller: { id: number }) {
  for (const { table = '', code, notes } of seedRows('demo/notes'))
    await sql`update ${sql.table(table)} set notes = ${notes} where ${sql.ref(codes[table] ?? 'code')} like ${code}`.execute(
      tx,
    )
  await sql`update geographical_areas set controller_user_id = ${controller.id} where notes is not null`.execute(tx)
}
