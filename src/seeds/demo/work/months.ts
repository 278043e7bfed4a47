import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import type { Actor } from '../../../kit/http/server/guard.ts'
import { decideMonth } from '../../../modules/money/months/months.ts'

/** Finance has locked a month from before all money of the demo, so that nobody who tries the demo is refused by surprise. */
export async function lockAMonth(tx: Tx, finance: Actor) {
  const { rows } = await sql<{
    month: string
  }>`select to_char(today() - interval '5 months', 'YYYY-MM') as month`.execute(tx)
  const deciding = { actor: finance, expected: undefined, reason: '已與銀行核對完畢' }
  for (const { month } of rows) await decideMonth(tx, month, 'lock', deciding)
}
