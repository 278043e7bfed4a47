import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { refuseField } from '../../kit/errors.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import type { Outbound } from '../../kit/outbound/outbound.ts'
import { addWebhook, changeWebhook, removeWebhook } from './actions.ts'
import deliveries from './deliveries/routes.ts'
import { webhookEvents } from './events.ts'
import { oneWebhook, webhookList, webhookPage } from './queries.ts'
import { NewWebhook, Rotation, Secret, ShownWebhook, Webhook, WebhookChange } from './schema.ts'
import { renewSecret } from './secrets.ts'

declare module 'fastify' {
  interface FastifyInstance {
    outbound: Outbound
  }
}

const access = ['admin'] as const

export default routes((on, app) => {
  reads(on)
  deliveries(on)
  creation(on, app)
  changes(on, app)
  rotation(on, app)
})

const creation = (on: On, { keys, outbound }: FastifyInstance) => {
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

const changes = (on: On, { outbound }: FastifyInstance) => {
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

const rotation = (on: On, { keys }: FastifyInstance) => {
  on.post(
    '/:id/secret',
    {
      name: 'rotateWebhookSecret',
      access,
      summary: 'Create a new secret, shown only once; the old one also signs for overlap_hours (24)',
      body: Rotation,
      returns: Secret,
      noReplay: true,
    },
    async ({ tx, params, body }) => ({ secret: await renewSecret(tx, keys, params.id, body.overlap_hours ?? 24) }),
  )
}

const reads = (on: On) => {
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

const refuseTarget = (outbound: Outbound, url: string) => {
  const fault = outbound.faultOf(url)
  if (fault) refuseField('url', fault)
}

const withSecret = ({ json, ...rest }: { json: string }, secret: string) => ({
  ...rest,
  json: `${json.slice(0, -1)},"secret":${JSON.stringify(secret)}}`,
})
