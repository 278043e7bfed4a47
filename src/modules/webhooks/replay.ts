import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuse } from '../../kit/errors.ts'
import { labelled, moment } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Words } from '../../kit/words/words.ts'
import { DeliveryWithLog, oneDelivery, send } from './messages.ts'

const Since = Type.Object({ since: labelled(moment(), ['起始日', 'Since']) })

/** Sends the same message again under the same id, and retries it for three days from now. */
const replay = async (tx: Tx, webhook: number, id: number) => {
  await lockActive(tx, webhook)
  const { status } = found(
    await tx
      .selectFrom('webhook_deliveries')
      .select('status')
      .where('id', '=', id)
      .where('webhook_id', '=', webhook)
      .forUpdate()
      .executeTakeFirst(),
  )
  if (status === 'pending') refuseStep(['這則訊息仍在傳送中。', 'This message is still under way.'])
  await again(tx, webhook, [id])
}

const MOST_AT_ONCE = 500

/** Replays failed messages since a time, oldest first, up to a limit. */
const replayFailed = async (tx: Tx, webhook: number, since: string) => {
  await lockActive(tx, webhook)
  const failed = await tx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhook)
    .where('status', '=', 'failed')
    .where('event', '<>', 'webhook.test')
    .where('created_at', '>=', since)
    .orderBy('id')
    .limit(MOST_AT_ONCE)
    .forUpdate()
    .execute()
  await again(
    tx,
    webhook,
    failed.map(({ id }) => id),
  )
  return { replayed: failed.length }
}

const again = async (tx: Tx, webhook_id: number, ids: number[]) => {
  if (!ids.length) return
  const now = sql<string>`now()`
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', tries: 0, tried_since: now, next_try_at: now, delivered_at: null })
    .where('id', 'in', ids)
    .execute()
  for (const id of ids) send(tx, { id, webhook_id })
}

const lockActive = async (tx: Tx, id: number) => {
  const webhook = await tx
    .selectFrom('webhooks')
    .select('is_active')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found(webhook).is_active)
    refuseStep(['此 Webhook 已停用；請先啟用。', 'This webhook is disabled; enable it first.'])
}

const refuseStep = (detail: Words) => refuse('step_not_possible', { detail, also: { possible: [] } })

const access = ['admin'] as const

export function replayRoutes(on: On) {
  on.post(
    '/:id/deliveries/:delivery/replay',
    {
      access,
      summary: 'Send a message again, under the same id',
      returns: DeliveryWithLog,
      refuses: ['step_not_possible'],
      etag: 'none',
    },
    async ({ tx, params: { id, delivery } }) => {
      await replay(tx, id, delivery)
      return oneDelivery(tx, { webhook: id, id: delivery })
    },
  )

  on.post(
    '/:id/replay',
    {
      access,
      summary: 'Send failed messages again since a time, at most 500 at once',
      body: Since,
      returns: Type.Object({ replayed: Type.Integer() }),
      refuses: ['step_not_possible'],
    },
    ({ tx, params, body }) => replayFailed(tx, params.id, body.since),
  )
}
