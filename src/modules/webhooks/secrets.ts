import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { lockRow } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { resealing } from '../../kit/secrets/rotation.ts'
import { secretFrom } from './signature.ts'

/** Creates a new secret. Existing ones continue to sign for `overlap_hours`, so that the receiver has time to change. */
export async function renewSecret(tx: Tx, keys: Keys, webhook_id: number, overlap_hours: number) {
  // Locks the webhook, because it may be removed at the same time; 404 if it was.
  await lockRow(tx, 'webhooks', webhook_id)
  const secret = secretFrom(randomBytes(32))
  const end = sql<string>`least(expires_at, now() + make_interval(hours => ${overlap_hours}))`
  await tx.updateTable('webhook_secrets').set({ expires_at: end }).where('webhook_id', '=', webhook_id).execute()
  const sealed = keys.seal(PURPOSE, secret, `${webhook_id}`)
  await tx.insertInto('webhook_secrets').values({ webhook_id, sealed, expires_at: null }).execute()
  return secret
}

export function openSecret(keys: Keys, webhook_id: number, sealed: string) {
  return keys.open(PURPOSE, Buffer.from(sealed, 'base64'), `${webhook_id}`).toString()
}

const PURPOSE = 'webhook secret'
export const webhookSecretRotation = resealing('webhook_secrets', 'sealed', { purpose: PURPOSE, bound: 'webhook_id' })
