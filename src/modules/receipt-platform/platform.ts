import { sql } from 'kysely'
import { Type } from 'typebox'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import {
  anyText,
  defaulted,
  email,
  flag,
  labelled,
  moment,
  nullable,
  oneOf,
  orNull,
  shownFields,
  taxId,
  whole,
} from '../../kit/fields.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'

export const environments = ['test', 'production'] as const
export type Environment = (typeof environments)[number]

/** The platform that issues electronic receipts: which environment is used, and where receipts of buyers without an address are mailed. */
export const ReceiptPlatform = Type.Object({
  environment: labelled(defaulted(oneOf(environments)), ['環境', 'Environment']),
  fallback_email: labelled(nullable(email()), ['買受人沒有信箱時的收件信箱', 'Address for buyers who have none']),
  is_on: labelled(defaulted(flag()), ['開立電子收據', 'Issues electronic receipts']),
})

export const merchantUbn = labelled(taxId(), ['平台登記的統一編號', 'Tax ID known to the platform'])

/** How far a test receipt has come. `silent`: the platform has not answered. */
export const trialSteps = ['asked', 'issued', 'voided', 'refused', 'silent'] as const
export type TrialStep = (typeof trialSteps)[number]

declare module '../../kit/db/tables.ts' {
  interface Tables {
    receipt_platform: Table<typeof ReceiptPlatform>
    receipt_numbers_left: { environment: Environment; surplus: number; told_at: string }
  }
}

/** What must still be entered or done before receipts can be issued. */
const lacking = ['merchant_ubn', 'hash_key', 'hash_iv', 'fallback_email', 'trial'] as const

const KeysOfEnvironment = Type.Object({
  environment: oneOf(environments),
  merchant_ubn: merchantUbn,
  /** When a receipt was issued and voided with these keys. */
  proved_at: labelled(orNull(moment()), ['測試成功', 'Proved']),
})
const Trial = Type.Object({
  step: oneOf(trialSteps),
  number: labelled(orNull(anyText('T13671008')), ['收據號碼', 'Number of the receipt']),
  /** The code of the platform and its text. */
  error: labelled(orNull(anyText('KEY10001 非旅行社 API 串接 IP')), ['平台的回覆', 'Answer of the platform']),
  started_at: labelled(moment(), ['開始', 'Started']),
})

export const ShownPlatform = RecordOf(ReceiptPlatform, {
  ...shownFields({ merchant_ubn: orNull(merchantUbn) }),
  /** The environments whose keys are known. The keys themselves are never shown. */
  keys: Type.Array(KeysOfEnvironment),
  missing: labelled(Type.Array(Type.Enum([...lacking])), ['還缺', 'Missing']),
  trial: labelled(orNull(Trial), ['測試收據', 'Test receipt']),
  /** How many numbers of receipts are left in the environment in use; null as long as none was issued. */
  surplus: labelled(orNull(whole()), ['剩餘收據號碼', 'Numbers left']),
})

const keysWhere = (condition: string) => sql`from receipt_platform_keys k where ${sql.raw(condition)}`
const ofEnvironment = keysWhere('k.environment = receipt_platform.environment')
const missing = sql<(typeof lacking)[number][]>`
  case when not exists (select ${ofEnvironment}) then array['merchant_ubn', 'hash_key', 'hash_iv'] else '{}' end
  || case when fallback_email is null then array['fallback_email'] else '{}' end
  || case when not exists (select ${keysWhere("k.environment = 'test' and k.proved_at is not null")}) then array['trial'] else '{}' end`
const keys = sql<object[]>`coalesce((
  select json_agg(json_build_object('environment', k.environment, 'merchant_ubn', k.merchant_ubn, 'proved_at', k.proved_at) order by k.environment desc)
    ${keysWhere('true')}), '[]')`
const trial = sql<object | null>`(
  select json_build_object('step', t.step, 'number', t.number, 'error', t.error, 'started_at', t.started_at) from receipt_trials t)`

export const shownPlatform = jsonRecord((db: Db, _given: object) =>
  db
    .selectFrom('receipt_platform')
    .select(columnsOf('receipt_platform', ReceiptPlatform))
    .select([
      sql<string | null>`(select k.merchant_ubn ${ofEnvironment})`.as('merchant_ubn'),
      ...[keys.as('keys'), missing.as('missing'), trial.as('trial')],
      sql<
        number | null
      >`(select l.surplus from receipt_numbers_left l where l.environment = receipt_platform.environment)`.as(
        'surplus',
      ),
    ]),
)

/** Whether receipts are issued at the platform, and where they are mailed if their buyer has no address. */
export function platformSettings(db: Db) {
  return db.selectFrom('receipt_platform').select(['environment', 'fallback_email', 'is_on']).executeTakeFirstOrThrow()
}

/** Keeps how many numbers are left. */
export async function keepSurplus(tx: Tx, environment: Environment, surplus: number | null) {
  if (surplus === null) return
  const told = { surplus, told_at: sql<string>`now()` }
  await tx
    .insertInto('receipt_numbers_left')
    .values({ environment, ...told })
    .onConflict((same) => same.column('environment').doUpdateSet(told))
    .execute()
}
