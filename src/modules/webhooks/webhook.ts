import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { jsonRecord } from '../../kit/db/json.ts'
import { lockRow, remove } from '../../kit/db/rows.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import {
  defaulted,
  flag,
  labelled,
  line,
  list as listOf,
  moment,
  nullable,
  oneOf,
  shown,
  text,
  url,
} from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { is } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import type { Outbound } from '../../kit/outbound/outbound.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { notify } from '../notifications/notify.ts'
import { thoseIn } from '../users/has-role.ts'
import { webhookEvents, webhookTypes } from './events.ts'
import { renewSecret, Secret } from './secrets.ts'

const disabledReasons = ['gone', 'failing'] as const
type DisabledReason = (typeof disabledReasons)[number]

export const Webhook = Type.Object({
  name: line(100, '會計系統'),
  url: url(),
  events: labelled(defaulted(listOf(oneOf(webhookTypes))), ['事件', 'Events']),
  is_active: defaulted(flag()),
  notes: nullable(text(2000)),
})
type Webhook = Static<typeof Webhook>
const WebhookChange = Type.Partial(Webhook)
type WebhookChange = Static<typeof WebhookChange>

/** Set by the service: the reason and the time when the webhook was disabled. */
const Disabled = Type.Object({
  disabled_reason: nullable(oneOf(disabledReasons)),
  disabled_at: nullable(moment()),
})
/** @public */
export const KnownWebhook = Type.Object({ ...Webhook.properties, ...Disabled.properties })
const Validity = shown(Type.Object({ created_at: moment(), expires_at: nullable(moment()) }))
const ShownWebhook = RecordOf(KnownWebhook, { secrets: Type.Array(Validity) })
const NewWebhook = Type.Object({ ...ShownWebhook.properties, ...Secret.properties })

declare module '../../kit/db/tables.ts' {
  interface Tables {
    webhooks: Table<typeof KnownWebhook>
  }
}
declare module 'fastify' {
  interface FastifyInstance {
    outbound: Outbound
  }
}

const { name, is_active } = Webhook.properties

const webhookList = list({
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

const webhookPage = webhookList.over(webhooks)
export const oneWebhook = jsonRecord((db, { id }: { id: number }) => webhooks(db).where('webhooks.id', '=', id))

const addWebhook = async (tx: Tx, webhook: Webhook) => {
  const { id } = await tx.insertInto('webhooks').values(webhook).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A webhook that is activated again gets events from then on. Missed ones are replayed on request. */
const changeWebhook = async (tx: Tx, id: number, change: WebhookChange, expected: Expected) => {
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

/** Disables a webhook, and notifies the administrators of it and of what they can do. */
export async function disableWebhook(tx: Tx, id: number, reason: DisabledReason) {
  const disabled = await tx
    .updateTable('webhooks')
    .set({ is_active: false, disabled_reason: reason, disabled_at: sql`now()` })
    .where('id', '=', id)
    .where('is_active', '=', true)
    .returning('name')
    .executeTakeFirst()
  if (!disabled) return
  await giveUpAll(tx, id)
  await notify(tx, {
    who: await thoseIn(tx, 'admin'),
    event: `webhook.disabled/${reason}`,
    params: { name: disabled.name },
    about: { type: 'webhook', id },
  })
}

const giveUpAll = (tx: Tx, webhook_id: number) =>
  tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', next_try_at: null })
    .where('webhook_id', '=', webhook_id)
    .where('status', '=', 'pending')
    .execute()

const access = ['admin'] as const

export function readRoutes(on: On) {
  on.get(
    '/events/list/options',
    { access, summary: 'Option list: events of webhooks', returns: Options, etag: 'content' },
    async () => options,
  )
  on.get(
    '',
    {
      access,
      summary: 'List: webhooks',
      ...webhookList.of(ShownWebhook),
      etag: 'content',
    },
    ({ db, query }) => webhookPage(db, {}, query),
  )
  on.get('/:id', { access, summary: 'One webhook', returns: ShownWebhook, etag: 'content' }, ({ db, params }) =>
    oneWebhook(db, params),
  )
}

const Options = Type.Array(Type.Object({ value: Type.String(), label: Type.String(), label_en: Type.String() }))
const options = Object.entries(webhookEvents).map(
  ([
    value,
    {
      says: [label, label_en],
    },
  ]) => ({ value, label, label_en }),
)

export function createRoute(on: On, { keys, outbound }: FastifyInstance) {
  on.create(
    '',
    {
      access,
      summary: 'Create a webhook; its secret is shown only once',
      body: Webhook,
      returns: NewWebhook,
      noReplay: true,
    },
    async ({ tx, body }) => {
      refuseTarget(outbound, body.url)
      const id = await addWebhook(tx, body)
      const secret = await renewSecret(tx, keys, id, 0)
      return { id, ...withSecret(await oneWebhook(tx, { id }), secret) }
    },
  )
}

export function changeRoutes(on: On, { outbound }: FastifyInstance) {
  on.put(
    '/:id',
    {
      access,
      summary: 'Change a webhook; is_active reactivates it after it was deactivated',
      body: WebhookChange,
      returns: ShownWebhook,
      refuses: ['stale'],
      etag: 'content',
    },
    async ({ tx, params, body, expected }) => {
      if (body.url !== undefined) refuseTarget(outbound, body.url)
      await changeWebhook(tx, params.id, body, expected)
      return oneWebhook(tx, params)
    },
  )

  on.delete(
    '/:id',
    { access, summary: 'Remove a webhook and its log', returns: Type.Null(), refuses: ['stale'] },
    async ({ tx, params, expected }) => {
      await removeWebhook(tx, params.id, expected)
      return null
    },
  )
}

const refuseTarget = (outbound: Outbound, url: string) => {
  const fault = outbound.faultOf(url)
  if (fault) refuseField('url', fault)
}

const withSecret = ({ json, ...rest }: { json: string }, secret: string) => ({
  ...rest,
  json: `${json.slice(0, -1)},"secret":${JSON.stringify(secret)}}`,
})
