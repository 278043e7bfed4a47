import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { defaultLocale } from '../../kit/words/words.ts'

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

/** The language that mails to a customer are written in: that of its account. */
export const localeOf = async (db: Db, user_id: number | null) => {
  const chosen = user_id === null ? undefined : await language(db, { user_id })
  return chosen?.locale ?? defaultLocale
}

const language = oneRow((db, { user_id }: { user_id: number }) =>
  db.selectFrom('users').select('locale').where('id', '=', user_id),
)
