import type { ColumnType, Generated, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { retention } from '../../kit/retention/rules.ts'
import type { Method } from './protocol.ts'
import type { Environment, Provider } from './provider.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    provider_trades: {
      id: Generated<number>
      trade_no: string
      provider: Provider
      environment: Environment
      merchant_id: string
      amount: number
      method: ColumnType<Method, Method | undefined, never>
      /** What the provider gave to pay to, and until when. */
      bank_code: ColumnType<string | null, never, string | null>
      number: ColumnType<string | null, never, string>
      pays_until: ColumnType<string | null, never, string>
      status: ColumnType<'started' | 'paid' | 'failed', never, 'paid' | 'failed'>
      provider_no: ColumnType<string | null, never, string>
      /** What the provider keeps of it, as it tells. */
      fee: ColumnType<number | null, never, number | null>
      token_hash: Buffer | null
      expires_at: ColumnType<string, RawBuilder<string>, never>
      started_by: number | null
      /** Null of a test payment. */
      booking_id: ColumnType<number | null, number | undefined, never>
      payment_id: ColumnType<number | null, never, number>
      /** What was asked for when it began. */
      payment_request_id: ColumnType<number | null, RawBuilder<number | null> | undefined, never>
      /** When the provider was asked last because no notice had come, and how often it has answered. */
      asked_at: ColumnType<string | null, never, RawBuilder<string>>
      answers: ColumnType<number, never, RawBuilder<number>>
      created_at: Generated<string>
    }
  }
}

/** The trade of a notice, locked, so that notices of one trade take turns. */
export function lockedTrade(tx: Tx, provider: Provider, trade_no: string) {
  return tx
    .selectFrom('provider_trades')
    .selectAll()
    .select(sql<string>`now()`.as('at'))
    .where('provider', '=', provider)
    .where('trade_no', '=', trade_no)
    .forUpdate()
    .executeTakeFirst()
}
export type Trade = NonNullable<Awaited<ReturnType<typeof lockedTrade>>>

export const unpaidTrades = retention({
  what: 'unpaid tries to pay at a provider',
  table: 'provider_trades',
  from: sql`expires_at`,
  since: 'they end',
  after: '90 days',
  where: sql`status <> 'paid'`,
  why: 'No notice comes that late. Paid ones stay with their money.',
})
