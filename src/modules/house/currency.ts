import { sql } from 'kysely'
import type { Db } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'

/** The currency of the agency: that of amounts which name none. */
export async function houseCurrency(db: Db) {
  const { rows } = await sql<{ currency: string }>`select house_currency() as currency`.execute(db)
  return found(rows[0]).currency
}
