import { sql } from 'kysely'
import { Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import { jsonArray, jsonRecord } from '../../kit/db/json.ts'
import type { Db, Table } from '../../kit/db/tables.ts'
import { defaulted, flag, formed, labelled, moment, oneOf, orNull, shownFields, whole } from '../../kit/fields.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { ecpay } from './ecpay.ts'
import { newebpay } from './newebpay.ts'
import { methods, type Protocol } from './protocol.ts'

/** The providers that can be spoken to. */
export const protocols = { ecpay, newebpay } as const satisfies Record<string, Protocol>
export type Provider = keyof typeof protocols
export const providers = ['ecpay', 'newebpay'] as const satisfies readonly Provider[]

const environments = ['test', 'production'] as const
export type Environment = (typeof environments)[number]

/** What became of a notice. */
export const outcomes = [
  'paid',
  'failed',
  'number',
  'repeated',
  'simulated',
  'other_amount',
  'other_merchant',
  'unknown',
  'forged',
] as const
export type Outcome = (typeof outcomes)[number]

const atOnce = () => defaulted(whole(1, 10_000_000))

/** A provider of payments: in which environment it is used, whether customers can pay through it and how, and what is paid at once in each way. */
export const PaymentProvider = Type.Object({
  provider: labelled(oneOf(providers), ['金流服務', 'Provider']),
  environment: labelled(defaulted(oneOf(environments)), ['環境', 'Environment']),
  is_on: labelled(defaulted(flag()), ['開放客戶付款', 'Customers can pay']),
  card_least: labelled(atOnce(), ['刷卡最低金額', 'Least by card']),
  card_most: labelled(atOnce(), ['刷卡最高金額', 'Most by card']),
  takes_atm: labelled(defaulted(flag()), ['收 ATM 轉帳', 'Takes transfers by ATM']),
  atm_least: labelled(atOnce(), ['ATM 轉帳最低金額', 'Least by ATM']),
  atm_most: labelled(atOnce(), ['ATM 轉帳最高金額', 'Most by ATM']),
  takes_cvs: labelled(defaulted(flag()), ['收超商代碼繳費', 'Takes convenience store payments']),
  cvs_least: labelled(atOnce(), ['超商繳費最低金額', 'Least at a convenience store']),
  cvs_most: labelled(atOnce(), ['超商繳費最高金額', 'Most at a convenience store']),
})

export const merchantId = labelled(formed('^[0-9A-Za-z]{1,20}$', '3002607'), ['特店編號（商店代號）', 'Merchant ID'])

for (const method of methods)
  constraint(`payment_providers_${method}`, `${method}_most`, [
    '最高金額必須大於最低金額。',
    'The most must be more than the least.',
  ])

declare module '../../kit/db/tables.ts' {
  interface Tables {
    payment_providers: Table<typeof PaymentProvider>
  }
}

/** What must still be entered or done before customers can pay. */
const lacking = ['merchant_id', 'hash_key', 'hash_iv', 'test_payment'] as const

const KeysOfEnvironment = Type.Object({
  environment: oneOf(environments),
  merchant_id: merchantId,
  /** When a payment with these keys was heard of. */
  proved_at: labelled(orNull(moment()), ['測試付款成功', 'Test payment heard']),
})
const LastNotice = Type.Object({
  outcome: labelled(oneOf(outcomes), ['結果', 'Outcome']),
  received_at: labelled(moment(), ['收到時間', 'Came at']),
})

export const ShownProvider = RecordOf(PaymentProvider, {
  ...shownFields({ merchant_id: orNull(merchantId) }),
  /** The environments whose keys are known. The keys themselves are never shown. */
  keys: Type.Array(KeysOfEnvironment),
  missing: labelled(Type.Array(Type.Enum([...lacking])), ['還缺', 'Missing']),
  last_notice: labelled(orNull(LastNotice), ['最近一次通知', 'Last notice']),
})

const ofProvider = (columns: string) =>
  sql`from payment_provider_keys k where k.provider = payment_providers.provider${sql.raw(columns)}`
const missing = sql<string[]>`case
  when not exists (select ${ofProvider(' and k.environment = payment_providers.environment')}) then array['merchant_id', 'hash_key', 'hash_iv']
  else '{}' end || case
  when not exists (select ${ofProvider(" and k.environment = 'test' and k.proved_at is not null")}) then array['test_payment'] else '{}' end`
const keysOfIt = sql<object[]>`coalesce((
  select json_agg(json_build_object('environment', k.environment, 'merchant_id', k.merchant_id, 'proved_at', k.proved_at) order by k.environment desc)
    ${ofProvider('')}), '[]')`
const lastNotice = sql<object | null>`(
  select json_build_object('outcome', n.outcome, 'received_at', n.created_at)
    from payment_notices n where n.provider = payment_providers.provider order by n.id desc limit 1)`

const shownProviders = (db: Db) =>
  db
    .selectFrom('payment_providers')
    .select(columnsOf('payment_providers', PaymentProvider))
    .select(
      sql<string | null>`(select k.merchant_id ${ofProvider(' and k.environment = payment_providers.environment')})`.as(
        'merchant_id',
      ),
    )
    .select([keysOfIt.as('keys'), missing.as('missing'), lastNotice.as('last_notice')])

export const allProviders = jsonArray((db: Db, _given: object) => shownProviders(db).orderBy('id'))
export const oneProvider = jsonRecord((db: Db, { provider }: { provider: Provider }) =>
  shownProviders(db).where('provider', '=', provider),
)
