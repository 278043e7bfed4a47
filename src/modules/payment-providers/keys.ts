import { type Generated, sql } from 'kysely'
import type { Db, Tx } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { resealing } from '../../kit/secrets/rotation.ts'
import type { Account } from './protocol.ts'
import type { Environment, Provider } from './provider.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    payment_provider_keys: Stamps & {
      provider: Provider
      environment: Environment
      name: Generated<string>
      merchant_id: string
      sealed: Buffer
      /** When a payment with these keys was heard of from the provider. */
      proved_at: string | null
    }
  }
}

const PURPOSE = 'payment provider'
export const providerKeyRotation = resealing('payment_provider_keys', 'sealed', { purpose: PURPOSE, bound: 'name' })

type Of = { provider: Provider; environment: Environment }
const nameOf = ({ provider, environment }: Of) => `${provider} ${environment}`

/** The accounts of a provider, opened, the one in use first. */
export async function accountsOf(db: Db, keys: Keys, provider: Provider) {
  const rows = await db
    .selectFrom('payment_provider_keys as k')
    .innerJoin('payment_providers as p', 'p.provider', 'k.provider')
    .select(['k.environment', 'k.merchant_id', 'k.sealed'])
    .where('k.provider', '=', provider)
    .orderBy(sql`k.environment = p.environment`, 'desc')
    .execute()
  return rows.map(({ environment, merchant_id, sealed }) => {
    const secrets = JSON.parse(keys.open(PURPOSE, sealed, nameOf({ provider, environment })).toString())
    return { environment, account: { merchant_id, ...secrets } as Account }
  })
}

/** Stores other keys. What was proved with the keys before is not proved with these. */
export async function keepAccount(tx: Tx, keys: Keys, of: Of, { merchant_id, ...secrets }: Account) {
  const sealed = keys.seal(PURPOSE, JSON.stringify(secrets), nameOf(of))
  await tx
    .insertInto('payment_provider_keys')
    .values({ ...of, merchant_id, sealed, proved_at: null })
    .onConflict((same) => same.column('name').doUpdateSet({ merchant_id, sealed, proved_at: null }))
    .execute()
}

/** Records that the provider has told us of a payment, signed with these keys. */
export async function proveKeys(tx: Tx, { provider, environment }: Of) {
  await tx
    .updateTable('payment_provider_keys')
    .set({ proved_at: sql<string>`now()` })
    .where('provider', '=', provider)
    .where('environment', '=', environment)
    .where('proved_at', 'is', null)
    .execute()
}
