import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'

type Pair = { from: string; to: string }

/** The rate between two currencies on the current day; null if none was entered. */
export const rateToday = async (db: Db, pair: Pair) =>
  pair.from === pair.to ? 1 : ((await newest(db, pair))?.rate ?? null)

const newest = oneRow((db, { from, to }: Pair) =>
  db
    .selectFrom('exchange_rates')
    .select('rate')
    .where('from_currency', '=', from)
    .where('to_currency', '=', to)
    .where('valid_from', '<=', sql<string>`today()`)
    .orderBy('valid_from', 'desc')
    .limit(1),
)
