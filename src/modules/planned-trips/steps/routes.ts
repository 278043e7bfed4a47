import { Type } from 'typebox'
import { whoTakes } from '../../../kit/flow.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { staff } from '../../roles.ts'
import { actingOf, readerOf } from '../../users/reader.ts'
import { steps } from '../flow.ts'
import { oneTrip } from '../queries.ts'
import { withBroke } from '../routes.ts'
import { PlannedTrip } from '../schema.ts'
import { Broke, Preview, ShownTrip } from '../shapes.ts'
import { enterStatus } from './entering.ts'
import { previewOf } from './preview.ts'
import { statusHistory } from './queries.ts'
import { Entering, StatusChange } from './schema.ts'

const { status, departure_date, return_date } = PlannedTrip.properties
const strict = { additionalProperties: false }

/** The status of a trip: what a step would break, the step, and the steps that were taken. */
export default routes((on) => {
  preview(on)
  entering(on)
  on.get(
    '/:id/status-history',
    {
      access: staff,
      summary: 'The steps that a trip took with their reasons, latest first',
      returns: Type.Array(StatusChange),
      etag: 'content',
    },
    ({ db, actor, params }) => statusHistory(db, { ...readerOf(actor), ...params }),
  )
})

const preview = (on: On) => {
  on.get(
    '/:id/preview',
    {
      name: 'previewPlannedTrip',
      access: staff,
      summary: 'Preview what other dates or another status would break',
      slow: true,
      query: Type.Object(
        { status, departure_date: Type.Optional(departure_date), return_date: Type.Optional(return_date) },
        strict,
      ),
      returns: Preview,
      etag: 'none',
    },
    ({ db, actor, params, query, locale }) => previewOf(db, actor, params.id, query, locale),
  )
}

const entering = (on: On) => {
  on.put(
    '/:id/status',
    {
      access: whoTakes(steps),
      summary: 'Set the next status of a trip; `meta.broke` lists what is left undone',
      body: Entering,
      returns: ShownTrip,
      meta: Broke,
      etag: 'content',
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, actor, params, body, expected, locale }) => {
      const broke = await enterStatus(tx, params.id, body, { actor, expected, locale })
      return withBroke(await oneTrip(tx, { ...actingOf(actor), ...params }), broke)
    },
  )
}
