import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { hashOf } from '../../kit/secrets/tokens.ts'
import { dueDay } from '../bookings/payment-requests/payable.ts'
import { refuseEndedLink, refuseWrongLink } from '../links/links.ts'
import { accountsOf } from './keys.ts'

/** The try to pay behind an address, with the account that signs its form; refused if the address is wrong, or the keys are gone. */
export async function tradeBehind(db: Db, keys: Keys, token: string) {
  const trade = (await linkedTrade(db, { token_hash: hashOf(token) })) ?? refuseWrongLink()
  const { provider, environment, merchant_id } = trade
  const accounts = await accountsOf(db, keys, provider)
  const account = accounts.find((each) => each.environment === environment)?.account
  return account?.merchant_id === merchant_id ? { ...trade, account } : refuseEndedLink()
}
export type LinkedTrade = Awaited<ReturnType<typeof tradeBehind>>

/** A number is good until the last day of the payment, a week at most. */
const daysOfNumber = sql<number>`greatest(least(coalesce(${dueDay('b')} - today(), 3), 7), 1)`

const linkedTrade = oneRow((db, { token_hash }: { token_hash: Buffer }) =>
  db
    .selectFrom('provider_trades as x')
    .leftJoin('bookings as b', 'b.id', 'x.booking_id')
    .select([
      'x.provider',
      'x.environment',
      'x.merchant_id',
      'x.trade_no',
      'x.method',
      'x.amount',
      'x.status',
      'x.number',
    ])
    .select(['x.booking_id', 'b.booking_number', 'b.balance', sql<string>`now()`.as('at')])
    .select(sql<boolean>`x.expires_at <= now()`.as('is_over'))
    .select(daysOfNumber.as('days'))
    .where('x.token_hash', '=', token_hash),
)
