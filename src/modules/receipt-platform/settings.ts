import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { type FieldFaults, found, refuse, refuseField } from '../../kit/errors.ts'
import { formed, labelled, secret } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import type { Words } from '../../kit/words/words.ts'
import { moneyReaders } from '../roles.ts'
import { accountOf, keepAccount } from './keys.ts'
import { type Environment, merchantUbn, ReceiptPlatform, ShownPlatform, shownPlatform } from './platform.ts'
import type { Account } from './protocol.ts'
import { trialRoute } from './trial.ts'

const key = (example: string) => secret(formed('^[0-9A-Za-z]{1,64}$', example))

/** The keys are those of the environment. An environment whose keys are known keeps what is left out. */
const PlatformChange = Type.Partial(
  Type.Object({
    environment: ReceiptPlatform.properties.environment,
    merchant_ubn: merchantUbn,
    hash_key: labelled(key('12345678901234567890123456789012'), [
      'HashKey（由平台提供）',
      'HashKey, given by the platform',
    ]),
    hash_iv: labelled(key('1234567890123456'), ['HashIV（由平台提供）', 'HashIV, given by the platform']),
    fallback_email: ReceiptPlatform.properties.fallback_email,
    is_on: ReceiptPlatform.properties.is_on,
  }),
)
type PlatformChange = Static<typeof PlatformChange>

/** Enters keys, or switches the platform on: only once a receipt was issued and voided in its test environment. */
const changePlatform = async (
  tx: Tx,
  keys: Keys,
  { merchant_ubn, hash_key, hash_iv, ...change }: PlatformChange,
  expected: Expected,
) => {
  const there = found(await tx.selectFrom('receipt_platform').selectAll().forNoKeyUpdate().executeTakeFirst())
  guardVersion(there, expected)
  const { environment, fallback_email, is_on } = { ...there, ...change }
  await changeAccount(tx, keys, environment, { merchant_ubn, hash_key, hash_iv })
  if (is_on && fallback_email === null) refuseField('fallback_email', noFallback)
  if (is_on) await refuseUnready(tx, keys, environment, !there.is_on)
  await tx
    .updateTable('receipt_platform')
    .set({ ...change, updated_at: sql`now()` })
    .execute()
}

type Given = { [K in keyof Account]: Account[K] | undefined }

const changeAccount = async (tx: Tx, keys: Keys, environment: Environment, given: Given) => {
  if (!Object.values(given).some(Boolean)) return
  const before = (await accountOf(tx, keys, environment))?.account
  const next = Object.fromEntries(names.map((name) => [name, given[name] ?? before?.[name] ?? ''])) as Account
  const errors = faultsOf(next)
  if (Object.keys(errors).length > 0) refuse('invalid_input', { errors })
  if (names.every((name) => next[name] === before?.[name])) return
  await keepAccount(tx, keys, environment, next)
}

const names = ['merchant_ubn', 'hash_key', 'hash_iv'] as const
const lengths = { merchant_ubn: 8, hash_key: 32, hash_iv: 16 } as const

const faultsOf = (account: Account): FieldFaults => {
  const faults = names.map((name): [string, Words | undefined] => {
    if (!account[name]) return [name, missing]
    return [name, account[name].length === lengths[name] ? undefined : otherLength(lengths[name])]
  })
  return Object.fromEntries(faults.flatMap(([name, words]) => (words ? [[name, [words]]] : [])))
}

const missing: Words = [
  '這個環境還沒有金鑰：統一編號、HashKey 與 HashIV 要一起填寫。',
  'This environment has no keys yet: give the tax ID, the HashKey and the HashIV together.',
]
const otherLength = (length: number): Words => [
  `必須剛好 ${length} 個字元；請從平台後台整串複製。`,
  `Must have exactly ${length} characters: copy the whole key from the pages of the platform.`,
]

const refuseUnready = async (tx: Tx, keys: Keys, environment: Environment, isNew: boolean) => {
  if (!(await accountOf(tx, keys, environment))) refuseField('is_on', noKeys)
  if (!isNew && environment === 'production') return
  const test = await accountOf(tx, keys, 'test')
  if (!test?.proved_at) refuseField('is_on', notProved)
}

const noFallback: Words = [
  '平台開立收據時一定要有信箱；請填寫買受人沒有信箱時要寄到哪裡，或先關閉。',
  'The platform issues no receipt without a mail address. Say where it goes if a buyer has none, or switch it off first.',
]
const noKeys: Words = [
  '這個環境還沒有金鑰，無法開立；請先填寫統一編號、HashKey 與 HashIV，或先關閉。',
  'This environment has no keys, so nothing could be issued. Enter the tax ID, the HashKey and the HashIV first, or switch it off.',
]
const notProved: Words = [
  '還沒有在測試環境開立並作廢過收據；請填寫測試環境的金鑰，按「測試」，成功後再開啟。',
  'No receipt was issued and voided in the test environment yet. Enter its keys and press the test; then switch it on.',
]

/** `/api/receipt-platform` */
export default routes((on, { keys }: FastifyInstance) => {
  on.get(
    '',
    {
      access: moneyReaders,
      name: 'getReceiptPlatform',
      summary: 'The platform of electronic receipts, and what it lacks; its keys are never shown',
      returns: ShownPlatform,
      etag: 'content',
    },
    ({ db }) => shownPlatform(db, {}),
  )
  on.put(
    '',
    {
      access: ['admin'],
      name: 'updateReceiptPlatform',
      summary: 'Enter the keys of an environment, choose the environment, or switch electronic receipts on or off',
      body: PlatformChange,
      returns: ShownPlatform,
      refuses: ['stale'],
      etag: 'content',
    },
    async ({ tx, body, expected }) => {
      await changePlatform(tx, keys, body, expected)
      return shownPlatform(tx, {})
    },
  )
  trialRoute(on)
})
