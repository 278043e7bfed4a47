import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { currency, flag, shownFields } from '../../../kit/fields.ts'
import { namesOf } from '../../../kit/flow.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { RecordOf } from '../../../kit/resource/record.ts'
import { RevealedOf, RevealOf } from '../../../kit/secrets/personal-data.ts'
import { OfTraveler } from '../../shown-names.ts'
import { byIn, editors as changers, readers } from '../../travelers/rules.ts'
import { TravelerChange } from '../../travelers/schema.ts'
import { actingOf, readerOf } from '../../users/reader.ts'
import { editors } from '../flow.ts'
import { acceptChange, declineChange, previewChange, revealChange } from './actions.ts'
import { steps } from './flow.ts'
import { changeList, changePage, oneChange } from './queries.ts'
import { ChangeRequest, Declining } from './schema.ts'

const returns = RecordOf(ChangeRequest, { traveler: OfTraveler, possible: Type.Array(Type.Enum(namesOf(steps))) })
const etag = 'content'

/** `/api/change-requests`: what customers want to change of travelers whose bookings are confirmed. */
export default routes((on, app) => {
  reads(on)
  decisions(on, app)
  revelation(on, app)
})

const reads = (on: On) => {
  on.get(
    '',
    {
      access: readers,
      summary: 'Changes of travelers that customers ask for; a customer those of its bookings',
      ...changeList.of(returns),
      etag,
    },
    ({ db, actor, query }) => changePage(db, actingOf(actor), query),
  )
  on.get(
    '/:id',
    { access: readers, summary: 'One change request, with the values and the price before and after', returns, etag },
    ({ db, actor, params }) => oneChange(db, { ...actingOf(actor), ...params }),
  )
}

const decisions = (on: On, app: FastifyInstance) => {
  const by = byIn(app)
  on.post(
    '/:id/accept',
    {
      access: steps.accept.by,
      summary: 'Make the change; it is refused as a whole if it needs a seat and none is left',
      returns,
      etag,
      refuses: ['step_not_possible', 'stale', 'trip_full'],
    },
    async ({ tx, actor, params, expected }) => {
      await acceptChange(tx, by(actor), params.id, expected)
      return oneChange(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/decline',
    {
      access: steps.decline.by,
      summary: 'Decline the change with a reason, which the customer is told',
      body: Declining,
      returns,
      etag,
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await declineChange(tx, by(actor), params.id, body, expected)
      return oneChange(tx, { ...actingOf(actor), ...params })
    },
  )
}

const revelation = (on: On, { keys }: FastifyInstance) =>
  on.post(
    '/:id/reveal',
    {
      access: editors,
      summary: 'Reveal the birth date that is asked for; who and why is logged',
      body: RevealOf(ChangeRequest),
      returns: RevealedOf(ChangeRequest),
      refuses: ['step_not_possible'],
      noReplay: true,
    },
    ({ tx, actor, params, body: { fields, reason }, request }) =>
      revealChange(tx, keys, params.id, fields, { reader: readerOf(actor), actor, reason, request_id: request.id }),
  )

const sum = () => Type.Number({ examples: [39900] })
/** What a change of a traveler costs: the total of the booking before and after, and whether sales have to accept it. */
export const PricedChange = Type.Object({
  ...shownFields({ currency: currency() }),
  price_before: sum(),
  price_after: sum(),
  ...shownFields({ needs_approval: flag() }),
})

/** `POST /api/travelers/{id}/price`: what a change of a traveler would cost. */
export const travelerPrices = routes((on, app) => {
  const by = byIn(app)
  on.post(
    '/:id/price',
    {
      name: 'previewTravelerChange',
      access: changers,
      summary: 'Preview what a change of a traveler costs, and whether sales have to accept it; nothing is saved',
      body: TravelerChange,
      returns: PricedChange,
      etag: 'none',
    },
    ({ tx, actor, params, body }) => previewChange(tx, by(actor), params.id, body),
  )
})
