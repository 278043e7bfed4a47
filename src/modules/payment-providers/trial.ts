import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { moment, oneOf } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { newNumber, newToken } from '../../kit/secrets/tokens.ts'
import type { Words } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import { accountsOf } from './keys.ts'
import { type Provider, providers } from './provider.ts'

/** What a test payment comes to: every method of the providers takes it. */
const TRIAL_AMOUNT = 100

/** Begins a payment in the test environment. Its page posts to the provider, as that of a customer does. */
const beginTrial = async (tx: Tx, keys: Keys, provider: Provider, started_by: number) => {
  const test = (await accountsOf(tx, keys, provider)).find(({ environment }) => environment === 'test')
  if (!test) return refuse('step_not_possible', { detail: noTestKeys, also: { possible: [] } })
  const { token, token_hash } = newToken()
  const { expires_at } = await tx
    .insertInto('provider_trades')
    .values({
      ...{ provider, environment: 'test', merchant_id: test.account.merchant_id, trade_no: newNumber() },
      ...{ amount: TRIAL_AMOUNT, token_hash, started_by },
      expires_at: sql<string>`now() + ${sql.lit(terms.trialPayment.interval)}::interval`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { url: `/l/payment/${token}`, expires_at }
}

const noTestKeys: Words = [
  '測試環境還沒有金鑰；請先填寫測試環境的特店編號、HashKey 與 HashIV。',
  'The test environment has no keys yet. Enter its merchant ID, HashKey and HashIV first.',
]

/** `POST /api/payment-providers/{provider}/test` */
export function trialRoute(on: On, { keys }: FastifyInstance) {
  on.post(
    '/:provider/test',
    {
      access: ['admin'],
      name: 'testPaymentProvider',
      summary: 'Begin a payment in the test environment; the page at its address posts to the provider',
      params: Type.Object({ provider: oneOf(providers) }),
      returns: Type.Object({ url: Type.String({ examples: ['/l/payment/…'] }), expires_at: moment() }),
      refuses: ['step_not_possible'],
      noReplay: true,
    },
    ({ tx, params, actor }) => beginTrial(tx, keys, params.provider, actor.id),
  )
}
