import { sql } from 'kysely'
import { selected } from '../../kit/db/columns.ts'
import { jsonRecord, jsonRow } from '../../kit/db/json.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { line } from '../../kit/fields.ts'
import { is } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { columnsOf } from '../../kit/resource/record.ts'
import { Delivery, KnownWebhook, Webhook } from './schema.ts'

const { name, is_active } = Webhook.properties

export const webhookList = list({
  of: 'webhooks',
  sort: { name },
  order: 'name',
  search: ['name', 'url'],
  filters: { is_active: is('webhooks.is_active', is_active) },
})

const webhooks = (db: Db) =>
  db
    .selectFrom('webhooks')
    .select(columnsOf('webhooks', KnownWebhook))
    .select(
      sql`(select json_agg(json_build_object('created_at', s.created_at, 'expires_at', s.expires_at) order by s.id desc)
           from webhook_secrets s where s.webhook_id = webhooks.id and (s.expires_at is null or s.expires_at > now()))`.as(
        'secrets',
      ),
    )

export const webhookPage = webhookList.over(webhooks)
export const oneWebhook = jsonRecord((db, { id }: { id: number }) => webhooks(db).where('webhooks.id', '=', id))

const { status, created_at } = Delivery.properties

export const deliveryList = list({
  of: 'webhook_deliveries',
  sort: { created_at },
  order: '-id',
  since: 'created_at',
  filters: { status: is('webhook_deliveries.status', status), event: is('webhook_deliveries.event', line(60)) },
})

const deliveries = (db: Db, { webhook }: { webhook: number }) =>
  db
    .selectFrom('webhook_deliveries')
    .select(selected('webhook_deliveries', Object.keys(Delivery.properties)))
    .select([messageId.as('message_id'), 'data'])
    .where('webhook_id', '=', webhook)

const messageId = sql<string>`'msg_' || replace(message_id::text, '-', '')`

export const deliveryPage = deliveryList.over(deliveries)

const log = sql`coalesce((
  select json_agg(json_build_object('status', a.status, 'fault', a.fault, 'answer', a.answer, 'ms', a.ms, 'created_at', a.created_at) order by a.id)
    from webhook_attempts a where a.delivery_id = webhook_deliveries.id), '[]')`

export const oneDelivery = jsonRow((db, { id, ...of }: { webhook: number; id: number }) =>
  deliveries(db, of).select(log.as('log')).where('id', '=', id),
)

/** A waiting message with the valid secrets. Messages of a disabled webhook do not wait. */
export const waitingDelivery = oneRow((db, { id }: { id: number }) =>
  db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(['d.id', 'd.webhook_id', 'd.event', 'd.data', 'd.created_at', 'w.url'])
    .select([messageId.as('message_id'), sql<number>`extract(epoch from now())::bigint`.as('seconds')])
    .select(
      sql<string[]>`array(select encode(s.sealed, 'base64') from webhook_secrets s
        where s.webhook_id = w.id and (s.expires_at is null or s.expires_at > now()) order by s.id desc)`.as('sealed'),
    )
    .where('d.id', '=', id)
    .where('d.status', '=', 'pending'),
)
export type WaitingDelivery = NonNullable<Awaited<ReturnType<typeof waitingDelivery>>>
