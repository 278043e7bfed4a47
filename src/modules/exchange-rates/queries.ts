import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'

type Pair = { from: string; to: string }

/** Today's rate between two currencies; null if none was entered. */
export async function rateToday(db: Db, pair: Pair) {
  return pair.from === pair.to ? 1 : ((await newest(db, pair))?.rate ?? null)
}

/** Refuses a rate other than 1 between a currency and itself. */
export function refuseOwnRate({ from, to }: Pair, rate: number | null | undefined) {
  if (from === to && rate != null && rate !== 1)
    refuseField('rate', [
      `${from} 就是記帳幣別，匯率只能是 1；請留空。`,
      `${from} is the currency of the account, so its rate is 1; leave it out.`,
    ])
}

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
