import { type ColumnType, type Generated, sql } from 'kysely'
import { Type } from 'typebox'
import { selected } from '../../kit/db/fragments.ts'
import { jsonRow } from '../../kit/db/json.ts'
import { lockRow } from '../../kit/db/rows.ts'
import { statement } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { defaulted, line, moment, nullable, oneOf, ref, shown, whole } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { is } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { AT_ONCE, deleteRows, type Retention, retention } from '../../kit/retention/rules.ts'
import { terms } from '../../terms.ts'
import { webhookEvents } from './events.ts'
import { oneWebhook } from './webhook.ts'

const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

const Delivery = Type.Object({
  id: ref(),
  webhook_id: ref(),
  event: line(60, 'addon_request.created'),
  status: defaulted(oneOf(deliveryStatuses)),
  tries: defaulted(whole()),
  next_try_at: nullable(moment()),
  delivered_at: nullable(moment()),
  created_at: defaulted(moment()),
})
const Attempt = Type.Object({
  status: nullable(whole(100, 999)),
  fault: nullable(line(20, 'not_connected')),
  answer: defaulted(Type.String({ maxLength: 500 })),
  ms: whole(),
  created_at: defaulted(moment()),
})
const ShownDelivery = Type.Object({
  ...shown(Delivery).properties,
  message_id: Type.String({ examples: ['msg_5f0c7c86f2a34c6fb0c0a1d2e3f40516'] }),
  data: Type.Unsafe<object>({ type: 'object', examples: [{ id: 1 }] }),
})
export const DeliveryWithLog = Type.Object({ ...ShownDelivery.properties, log: Type.Array(shown(Attempt)) })

declare module '../../kit/db/tables.ts' {
  interface Tables {
    webhook_deliveries: {
      id: Generated<number>
      webhook_id: number
      message_id: Generated<string>
      event: string
      data: ColumnType<object, string, never>
      status: Generated<(typeof deliveryStatuses)[number]>
      tries: Generated<number>
      tried_since: Generated<string>
      next_try_at: Generated<string | null>
      delivered_at: string | null
      created_at: Generated<string>
    }
    webhook_attempts: {
      id: Generated<number>
      delivery_id: number
      status: number | null
      fault: string | null
      answer: Generated<string>
      ms: number
      created_at: Generated<string>
    }
  }
}
declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'webhooks.deliver': { delivery_id: number }
  }
}

const { status, created_at } = Delivery.properties

const deliveryList = list({
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

/** SQL: the id of a message in the notation of Standard Webhooks. */
export const messageId = sql<string>`'msg_' || replace(message_id::text, '-', '')`

const deliveryPage = deliveryList.over(deliveries)

const log = sql`coalesce((
  select json_agg(json_build_object('status', a.status, 'fault', a.fault, 'answer', a.answer, 'ms', a.ms, 'created_at', a.created_at) order by a.id)
    from webhook_attempts a where a.delivery_id = webhook_deliveries.id), '[]')`

export const oneDelivery = jsonRow((db, { id, ...of }: { webhook: number; id: number }) =>
  deliveries(db, of).select(log.as('log')).where('id', '=', id),
)

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

/** The subscribers of all webhook events. */
export const webhookNotices = Object.entries(webhookEvents).map(([name, { notice }]) => notice(name, writeMessages))

/** Queues a test message to one webhook, also to an inactive one. */
const testWebhook = async (tx: Tx, webhook_id: number) => {
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

export const oldDeliveries = retention({
  what: 'webhook messages',
  table: 'webhook_deliveries',
  from: sql`created_at`,
  since: 'they were written',
  after: terms.webhookMessages.interval,
  where: sql`status <> 'pending'`,
  why: 'They can be inspected and sent again that long. Pending ones stay.',
})

/** The most messages stored for each webhook. */
const MOST = 10_000

const tooMany = sql`
  with bounds as materialized (
    select w.id as webhook_id,
           (select id from webhook_deliveries where webhook_id = w.id order by id desc offset ${MOST} limit 1) as last
      from webhooks w
  )
  select d.ctid from bounds b join webhook_deliveries d on d.webhook_id = b.webhook_id and d.id <= b.last
   where d.status <> 'pending' limit ${AT_ONCE} for update of d skip locked`

export const surplusDeliveries: Retention = {
  what: 'webhook messages beyond the newest 10,000 of each webhook',
  table: 'webhook_deliveries',
  kept: 'until newer ones replace them',
  why: 'A busy webhook must not fill the disk. Pending ones stay.',
  rows: tooMany,
  deleteBatch: (tx) => deleteRows(tx, 'webhook_deliveries', tooMany),
}

const access = ['admin'] as const

/** The log of the messages to a webhook. */
export function messageRoutes(on: On) {
  on.get(
    '/:id/deliveries',
    {
      access,
      summary: `The messages of the last ${terms.webhookMessages.spelled.en}, newest first`,
      ...deliveryList.of(ShownDelivery),
      etag: 'none',
    },
    async ({ db, params, query }) => {
      const [page] = await Promise.all([deliveryPage(db, { webhook: params.id }, query), oneWebhook(db, params)])
      return page
    },
  )

  on.get(
    '/:id/deliveries/:delivery',
    { access, summary: 'One message with its attempts', returns: DeliveryWithLog, etag: 'none' },
    ({ db, params: { id, delivery } }) => oneDelivery(db, { webhook: id, id: delivery }),
  )
}

export function testRoute(on: On) {
  on.post(
    '/:id/test',
    { access, summary: 'Send a test message, with a single attempt', returns: DeliveryWithLog, etag: 'none' },
    async ({ tx, params }) => oneDelivery(tx, { webhook: params.id, id: await testWebhook(tx, params.id) }),
  )
}
