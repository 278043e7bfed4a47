import { Type } from 'typebox'
import type { On } from '../../../kit/http/routes/routes.ts'
import { testWebhook } from '../actions.ts'
import { deliveryList, deliveryPage, oneDelivery, oneWebhook } from '../queries.ts'
import { DeliveryWithLog, ShownDelivery, Since } from '../schema.ts'
import { replay, replayFailed } from './replay.ts'

const access = ['admin'] as const

/** The delivery log of a webhook, and replay. */
export default (on: On) => {
  reads(on)
  replays(on)
  test(on)
}

const reads = (on: On) => {
  on.get(
    '/:id/deliveries',
    {
      access,
      summary: 'The messages of the last thirty days, newest first',
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

const replays = (on: On) => {
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

const test = (on: On) => {
  on.post(
    '/:id/test',
    { access, summary: 'Send a test message, with a single attempt', returns: DeliveryWithLog, etag: 'none' },
    async ({ tx, params }) => oneDelivery(tx, { webhook: params.id, id: await testWebhook(tx, params.id) }),
  )
}
