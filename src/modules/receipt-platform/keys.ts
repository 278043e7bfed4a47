import { sql } from 'kysely'
import type { Db, Tx } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { resealing } from '../../kit/secrets/rotation.ts'
import type { Environment } from './platform.ts'
import type { Account } from './protocol.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    receipt_platform_keys: Stamps & {
      environment: Environment
      merchant_ubn: string
      sealed: Buffer
      /** When a receipt was issued and voided with these keys. */
      proved_at: string | null
    }
  }
}

const PURPOSE = 'receipt platform'
export const receiptKeyRotation = resealing('receipt_platform_keys', 'sealed', {
  purpose: PURPOSE,
  bound: 'environment',
})

/** The account of an environment, opened, with the version of its keys; undefined while none is known. */
export async function accountOf(db: Db, keys: Keys, environment: Environment) {
  const row = await db
    .selectFrom('receipt_platform_keys')
    .select(['merchant_ubn', 'sealed', 'version', 'proved_at'])
    .where('environment', '=', environment)
    .executeTakeFirst()
  if (!row) return undefined
  const { merchant_ubn, sealed, version, proved_at } = row
  const secrets = JSON.parse(keys.open(PURPOSE, sealed, environment).toString())
  return { account: { merchant_ubn, ...secrets } as Account, version, proved_at }
}

/** Stores other keys. What was proved with the keys before is not proved with these. */
export async function keepAccount(tx: Tx, keys: Keys, environment: Environment, { merchant_ubn, ...secrets }: Account) {
  const sealed = keys.seal(PURPOSE, JSON.stringify(secrets), environment)
  const kept = { merchant_ubn, sealed, proved_at: null }
  await tx
    .insertInto('receipt_platform_keys')
    .values({ environment, ...kept })
    .onConflict((same) => same.column('environment').doUpdateSet(kept))
    .execute()
}

/** Records that a receipt was issued and voided with these keys, unless others were entered meanwhile. */
export async function proveKeys(tx: Tx, environment: Environment, version: number) {
  await tx
    .updateTable('receipt_platform_keys')
    .set({ proved_at: sql<string>`now()` })
    .where('environment', '=', environment)
    .where('version', '=', version)
    .execute()
}
