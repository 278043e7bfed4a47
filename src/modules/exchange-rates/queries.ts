import { type SqlBool, sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import type { Doubt } from '../../kit/doubts.ts'
import { refuseField } from '../../kit/errors.ts'
import { dayInWords } from '../../kit/words/days.ts'

type Pair = { from: string; to: string }

/** Today's rate between two currencies; null if none was entered. */
export async function rateToday(db: Db, pair: Pair) {
  return pair.from === pair.to ? 1 : ((await newest(db, pair))?.rate ?? null)
}

/** The rate between two currencies on a day; null if none held then. */
export async function rateOn(db: Db, { from, to }: Pair, day: string) {
  if (from === to) return 1
  const held = await ratesOf(db, { from, to })
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  return held?.rate ?? null
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
  ratesOf(db, { from, to }).where('valid_from', '<=', sql<string>`today()`).orderBy('valid_from', 'desc').limit(1),
)

type Doubtful = Pair & {
  rate: number | null | undefined
  /** The day from which the rate holds; without it that of a line or a cost, which is today. */
  valid_from?: string | undefined
}

/** Asks about a rate that is more than a third higher or lower than the last one of its pair: mostly its digits or its pair are wrong. */
export async function doubtOfRate(db: Db, { rate, valid_from, ...pair }: Doubtful): Promise<Doubt | undefined> {
  if (rate == null) return undefined
  const last = await lastBefore(db, { ...pair, rate, valid_from: valid_from ?? null })
  if (!last?.is_far) return undefined
  const { from, to } = pair
  const [since, sinceEn] = dayInWords(last.valid_from)
  return {
    field: 'rate',
    value: rate,
    words: [
      `${from} 對 ${to} 的上一個匯率是 ${last.rate}（${since}起），${rate} 與它相差超過三分之一；請檢查匯率，若無誤請確認此匯率並填寫原因。`,
      `The last rate from ${from} to ${to} is ${last.rate}, from ${sinceEn} on, and ${rate} differs from it by more than a third. Check it; if it is right, confirm this rate and give a reason.`,
    ],
  }
}

const lastBefore = oneRow((db, { from, to, rate, valid_from }: Pair & { rate: number; valid_from: string | null }) =>
  ratesOf(db, { from, to })
    .select('valid_from')
    .select(sql<boolean>`abs(${rate}::numeric - rate) * 3 > rate`.as('is_far'))
    .where(
      sql<SqlBool>`case when ${valid_from}::date is null then valid_from <= today() else valid_from < ${valid_from}::date end`,
    )
    .orderBy('valid_from', 'desc')
    .limit(1),
)

const ratesOf = (db: Db, { from, to }: Pair) =>
  db.selectFrom('exchange_rates').select('rate').where('from_currency', '=', from).where('to_currency', '=', to)
