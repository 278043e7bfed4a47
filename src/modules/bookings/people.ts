import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'

/** The customer account with this mail address, if there is one. */
export const accountOf = async (db: Db, email: string) =>
  (await account(db, { email: email.toLowerCase() }))?.id ?? null

const account = oneRow((db, { email }: { email: string }) =>
  db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .where('role', '=', 'customer')
    .where('status', '=', 'active'),
)
