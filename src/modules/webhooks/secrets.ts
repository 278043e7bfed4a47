import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { lockRow } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { labelled, whole } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { retention } from '../../kit/retention/rules.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { resealing } from '../../kit/secrets/rotation.ts'

export const Secret = Type.Object({
  secret: Type.String({ examples: ['whsec_Zm9yIGV4YW1wbGUgb25seSwgbmV2ZXIgdXNlIHRoaXM='] }),
})
const Rotation = Type.Object({
  overlap_hours: labelled(Type.Optional(whole(0, 168)), ['重疊時數', 'Hours of overlap']),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    webhook_secrets: Stamps & { webhook_id: number; sealed: Buffer; expires_at: string | null }
  }
}

/** Creates a new secret. Existing ones continue to sign for `overlap_hours`, so that the receiver has time to change. */
export async function renewSecret(tx: Tx, keys: Keys, webhook_id: number, overlap_hours: number) {
  // Locks the webhook, because it may be removed at the same time; 404 if it was.
  await lockRow(tx, 'webhooks', webhook_id)
  const secret = PREFIX + randomBytes(32).toString('base64')
  const end = sql<string>`least(expires_at, now() + make_interval(hours => ${overlap_hours}))`
  await tx.updateTable('webhook_secrets').set({ expires_at: end }).where('webhook_id', '=', webhook_id).execute()
  const sealed = keys.seal(PURPOSE, secret, `${webhook_id}`)
  await tx.insertInto('webhook_secrets').values({ webhook_id, sealed, expires_at: null }).execute()
  return secret
}

const PREFIX = 'whsec_'
const PURPOSE = 'webhook secret'
export const webhookSecretRotation = resealing('webhook_secrets', 'sealed', { purpose: PURPOSE, bound: 'webhook_id' })

export function openSecret(keys: Keys, webhook_id: number, sealed: string) {
  return keys.open(PURPOSE, Buffer.from(sealed, 'base64'), `${webhook_id}`).toString()
}

/** The headers of Standard Webhooks, with one signature for each valid secret. */
export function signatureHeaders(secrets: readonly string[], id: string, seconds: number, body: string) {
  return {
    'webhook-id': id,
    'webhook-timestamp': `${seconds}`,
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret, `${id}.${seconds}.${body}`)}`).join(' '),
  }
}

const signature = (secret: string, signed: string) =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(signed)
    .digest('base64')

export const replacedSecrets = retention({
  what: 'replaced webhook secrets',
  table: 'webhook_secrets',
  from: sql`expires_at`,
  since: 'they expire',
  why: 'They sign nothing afterwards.',
})

export function secretRoute(on: On, { keys }: FastifyInstance) {
  on.post(
    '/:id/secret',
    {
      name: 'rotateWebhookSecret',
      access: ['admin'],
      summary: 'Create a new secret, shown only once; the old one also signs for overlap_hours (24)',
      body: Rotation,
      returns: Secret,
      noReplay: true,
    },
    async ({ tx, params, body }) => ({ secret: await renewSecret(tx, keys, params.id, body.overlap_hours ?? 24) }),
  )
}
