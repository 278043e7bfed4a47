import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { ChangeOutcome, changeOrAsk } from '../bookings/change-requests/change-or-ask.ts'
import { readerOf } from '../users/reader.ts'
import { addRoute } from './add.ts'
import { removeRoute, stepRoutes } from './cancel.ts'
import { Entered } from './checks.ts'
import { eraseRoute } from './erase.ts'
import { exportRoute } from './export.ts'
import { revealRoute } from './reveal.ts'
import { byIn, editors } from './rules.ts'
import { TravelerChange } from './schema.ts'
import { oneTraveler, readRoutes, shownTraveler } from './traveler.ts'

/** `/api/travelers` */
export default routes((on, app) => {
  readRoutes(on)
  addRoute(on, app)
  changeRoute(on, app)
  removeRoute(on)
  stepRoutes(on, app)
  revealRoute(on, app)
  exportRoute(on, app)
  eraseRoute(on, app)
})

// It stands here because a customer's change may become a request: `ask.ts` decides that, and imports `change.ts`.
const changeRoute = (on: On, app: FastifyInstance) => {
  const by = byIn(app)
  on.put(
    '/:id',
    {
      access: editors,
      summary:
        'Complete or correct a traveler; customers until the departure, and as a request what was given on a confirmed booking',
      body: TravelerChange,
      ...shownTraveler,
      meta: Type.Object({ ...Entered.properties, ...ChangeOutcome.properties }),
      unchanged: { warnings: [], change_request: null },
      refuses: ['stale', 'step_not_possible', 'trip_full'],
    },
    async ({ tx, actor, params, body, expected }) => {
      const meta = await changeOrAsk(tx, by(actor), params.id, body, expected)
      return { ...(await oneTraveler(tx, { ...readerOf(actor), ...params })), meta }
    },
  )
}
