import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { type FieldFaults, found, refuse, refuseField } from '../../kit/errors.ts'
import { formed, labelled, oneOf, secret } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import type { Words } from '../../kit/words/words.ts'
import { moneyReaders } from '../roles.ts'
import { accountsOf, keepAccount } from './keys.ts'
import type { Account } from './protocol.ts'
import {
  allProviders,
  type Environment,
  merchantId,
  oneProvider,
  PaymentProvider,
  type Provider,
  protocols,
  providers,
  ShownProvider,
} from './provider.ts'
import { trialRoute } from './trial.ts'

const key = (example: string) => secret(formed('^[0-9A-Za-z]{1,64}$', example))

const { provider: _provider, environment: _environment, is_on: _is_on, ...limitsOfMethods } = PaymentProvider.properties

/** The keys are those of the environment. An environment whose keys are known keeps what is left out. */
const ProviderChange = Type.Partial(
  Type.Object({
    environment: PaymentProvider.properties.environment,
    merchant_id: merchantId,
    hash_key: labelled(key('pwFHCqoQZGmho4w6'), ['HashKey（由金流服務提供）', 'HashKey, given by the provider']),
    hash_iv: labelled(key('EkRm7iFT261dpevs'), ['HashIV（由金流服務提供）', 'HashIV, given by the provider']),
    is_on: PaymentProvider.properties.is_on,
    ...limitsOfMethods,
  }),
)
type ProviderChange = Static<typeof ProviderChange>

/** Enters keys, or switches a provider on: only once a payment in its test environment was heard of. */
const changeProvider = async (
  tx: Tx,
  keys: Keys,
  provider: Provider,
  { merchant_id, hash_key, hash_iv, ...change }: ProviderChange,
  expected: Expected,
) => {
  const there = found(
    await tx
      .selectFrom('payment_providers')
      .selectAll()
      .where('provider', '=', provider)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )
  guardVersion(there, expected)
  const { environment, is_on } = { ...there, ...change }
  await changeAccount(tx, keys, { provider, environment }, { merchant_id, hash_key, hash_iv })
  if (is_on && (!there.is_on || environment === 'test')) await refuseUnready(tx, { provider, environment })
  else if (is_on) await refuseKeyless(tx, { provider, environment })
  await tx
    .updateTable('payment_providers')
    .set({ ...change, updated_at: sql`now()` })
    .where('provider', '=', provider)
    .execute()
}

type Of = { provider: Provider; environment: Environment }
type Given = { [K in keyof Account]: Account[K] | undefined }

const changeAccount = async (tx: Tx, keys: Keys, of: Of, given: Given) => {
  if (!Object.values(given).some(Boolean)) return
  const all = await accountsOf(tx, keys, of.provider)
  const before = all.find(({ environment }) => environment === of.environment)?.account
  const next = Object.fromEntries(names.map((name) => [name, given[name] ?? before?.[name] ?? ''])) as Account
  const errors = faultsOf(of.provider, next)
  if (Object.keys(errors).length > 0) refuse('invalid_input', { errors })
  if (names.every((name) => next[name] === before?.[name])) return
  await keepAccount(tx, keys, of, next)
}

const names = ['merchant_id', 'hash_key', 'hash_iv'] as const

const faultsOf = (provider: Provider, account: Account): FieldFaults => {
  const { lengths } = protocols[provider]
  const faults = names.map((name): [string, Words | undefined] => {
    if (!account[name]) return [name, missing]
    const length = name === 'merchant_id' ? account[name].length : lengths[name]
    return [name, account[name].length === length ? undefined : otherLength(length)]
  })
  return Object.fromEntries(faults.flatMap(([name, words]) => (words ? [[name, [words]]] : [])))
}

const missing: Words = [
  '這個環境還沒有金鑰：特店編號、HashKey 與 HashIV 要一起填寫。',
  'This environment has no keys yet: give the merchant ID, the HashKey and the HashIV together.',
]
const otherLength = (length: number): Words => [
  `必須剛好 ${length} 個字元；請從金流服務的後台整串複製。`,
  `Must have exactly ${length} characters: copy the whole key from the pages of the provider.`,
]

const refuseKeyless = async (tx: Tx, { provider, environment }: Of) => {
  if (!(await keysThere(tx, provider)).some((each) => each.environment === environment)) refuseField('is_on', noKeys)
}

const refuseUnready = async (tx: Tx, of: Of) => {
  await refuseKeyless(tx, of)
  const tested = (await keysThere(tx, of.provider)).find(({ environment }) => environment === 'test')
  if (!tested?.proved_at) refuseField('is_on', notProved)
}

const keysThere = (tx: Tx, provider: Provider) =>
  tx.selectFrom('payment_provider_keys').select(['environment', 'proved_at']).where('provider', '=', provider).execute()

const noKeys: Words = [
  '這個環境還沒有金鑰，客戶無法付款；請先填寫特店編號、HashKey 與 HashIV，或先關閉。',
  'This environment has no keys, so nobody could pay. Enter the merchant ID, the HashKey and the HashIV first, or switch it off.',
]
const notProved: Words = [
  '還沒有收到測試付款的通知；請填寫測試環境的金鑰，按「測試付款」並在測試環境付一筆，收到通知後再開放。',
  'No notice of a test payment has come yet. Enter the keys of the test environment, start a test payment and pay it there; then switch the provider on.',
]

const params = Type.Object({ provider: oneOf(providers) })
const write = ['admin'] as const

/** `/api/payment-providers` */
export default routes((on, app: FastifyInstance) => {
  const { keys } = app
  on.get(
    '',
    {
      access: moneyReaders,
      name: 'listPaymentProviders',
      summary: 'The providers through which customers can pay by card, and what each of them lacks',
      returns: Type.Array(ShownProvider),
      etag: 'content',
    },
    ({ db }) => allProviders(db, {}),
  )
  on.get(
    '/:provider',
    {
      access: moneyReaders,
      name: 'getPaymentProvider',
      summary: 'One provider; its keys are never shown',
      params,
      returns: ShownProvider,
      etag: 'content',
    },
    ({ db, params }) => oneProvider(db, params),
  )
  on.put(
    '/:provider',
    {
      access: write,
      name: 'updatePaymentProvider',
      summary: 'Enter the keys of an environment, choose the environment, or switch the provider on or off',
      params,
      body: ProviderChange,
      returns: ShownProvider,
      refuses: ['stale'],
      etag: 'content',
    },
    async ({ tx, params, body, expected }) => {
      await changeProvider(tx, keys, params.provider, body, expected)
      return oneProvider(tx, params)
    },
  )
  trialRoute(on, app)
})
