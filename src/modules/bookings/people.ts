import { sql } from 'kysely'
import type { Db } from '../../kit/db/tables.ts'

/** The account of a customer with this address, if there is one. */
export const accountOf = async (db: Db, email: string) => {
  const account = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('role', '=', 'customer')
    .where('status', '=', 'active')
    .executeTakeFirst()
  return account?.id ?? null
}
