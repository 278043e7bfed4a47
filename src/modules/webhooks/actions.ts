import { sql } from 'kysely'
import { lockRow, remove } from '../../kit/db/rows.ts'
import { statement } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import type { DisabledReason, Webhook, WebhookChange } from './schema.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'webhooks.deliver': { delivery_id: number }
  }
}

export async function addWebhook(tx: Tx, webhook: Webhook) {
  const { id } = await tx.insertInto('webhooks').values(webhook).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A webhook that is activated again gets events from then on. Missed ones are replayed on request. */
export async function changeWebhook(tx: Tx, id: number, change: WebhookChange, expected: Expected) {
  guardVersion(await lockRow(tx, 'webhooks', id), expected)
  await tx
    .updateTable('webhooks')
    .set({ ...change, ...(change.is_active && { disabled_reason: null, disabled_at: null }), updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  if (change.is_active === false) await giveUpAll(tx, id)
}

export async function removeWebhook(tx: Tx, id: number, expected: Expected) {
  guardVersion(await lockRow(tx, 'webhooks', id), expected)
  await remove(tx, 'webhooks', id)
}

/** Disables a webhook. Returns whether this call did it. */
export async function disableWebhook(tx: Tx, id: number, disabled_reason: DisabledReason) {
  const { numUpdatedRows } = await tx
    .updateTable('webhooks')
    .set({ is_active: false, disabled_reason, disabled_at: sql`now()` })
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (numUpdatedRows) await giveUpAll(tx, id)
  return numUpdatedRows > 0
}

/**
 * Writes a message to every subscribed webhook in the transaction of the change, and queues it. The row lock prevents that a
 * webhook is removed meanwhile.
 */
export async function writeMessages(tx: Tx, event: string, about: object) {
  for (const message of await insert(tx, { event, about: JSON.stringify(about) })) send(tx, message)
}

const insert = statement(
  (_db, { event, about }: { event: string; about: string }) => sql<Message>`
    insert into webhook_deliveries (webhook_id, event, data)
    select id, ${event}, ${about}::jsonb from webhooks
     where is_active and (events = '{}' or ${event} = any (events)) order by id for key share
    returning id, webhook_id`,
)

/** Queues a test message to one webhook, also to an inactive one. */
export async function testWebhook(tx: Tx, webhook_id: number) {
  await lockRow(tx, 'webhooks', webhook_id)
  const { id } = await tx
    .insertInto('webhook_deliveries')
    .values({ webhook_id, event: 'webhook.test', data: JSON.stringify({ id: webhook_id }), delivered_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  send(tx, { id, webhook_id })
  return id
}

type Message = { id: number; webhook_id: number }

/**
 * Queues an attempt, now or later. The number of parallel attempts per webhook is limited, so that other webhooks are not delayed.
 */
export function send(tx: Tx, { id, webhook_id }: Message, at?: string) {
  return enqueue(
    tx,
    'webhooks.deliver',
    { delivery_id: id },
    { group: `${webhook_id}`, ...(at !== undefined && { at }) },
  )
}

const giveUpAll = (tx: Tx, webhook_id: number) =>
  tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', next_try_at: null })
    .where('webhook_id', '=', webhook_id)
    .where('status', '=', 'pending')
    .execute()
