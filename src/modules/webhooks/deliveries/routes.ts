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
      says: 'The messages of the last thirty days, newest first',
      ...deliveryList.of(ShownDelivery),
      tagged: 'none',
    },
    async ({ db, params, query }) => {
      const [page] = await Promise.all([deliveryPage(db, { webhook: params.id }, query), oneWebhook(db, params)])
      return page
    },
  )

  on.get(
    '/:id/deliveries/:delivery',
    { access, says: 'One message with its attempts', gives: DeliveryWithLog, tagged: 'none' },
    ({ db, params: { id, delivery } }) => oneDelivery(db, { webhook: id, id: delivery }),
  )
}

const replays = (on: On) => {
  on.post(
    '/:id/deliveries/:delivery/replay',
    {
      access,
      says: 'Send a message again, under the same id',
      gives: DeliveryWithLog,
      refuses: ['step_not_possible'],
      tagged: 'none',
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
      says: 'Send failed messages again since a time, at most 500 at once',
      body: Since,
      gives: Type.Object({ replayed: Type.Integer() }),
      refuses: ['step_not_possible'],
    },
    ({ tx, params, body }) => replayFailed(tx, params.id, body.since),
  )
}

const test = (on: On) => {
  on.post(
    '/:id/test',
    { access, says: 'Send a test message, with a single attempt', gives: DeliveryWithLog, tagged: 'none' },
    async ({ tx, params }) => oneDelivery(tx, { webhook: params.id, id: await testWebhook(tx, params.id) }),
  )
}
