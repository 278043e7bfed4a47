import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { oneOf } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { refuseCents } from '../../kit/money.ts'
import { CauseOfCancellation, causesFor } from '../cancellation-terms/causes.ts'
import { dutyFor } from '../cancellation-terms/queries.ts'
import { refuseCause, refuseCosts } from '../cancellation-terms/rules.ts'
import { moneyReaders } from '../roles.ts'
import { callOffCauses, type TripStatus } from '../trip-statuses.ts'
import { readerOf } from '../users/reader.ts'
import { CancellationCosts } from './trip.ts'
import { knownTrip } from './visible.ts'

/** The cause of a cancelled trip, and the costs that are kept. Without a cause everything is paid back. */
export const Cancellation = Type.Object({
  cause: Type.Optional(oneOf(callOffCauses)),
  costs: Type.Optional(CancellationCosts),
})
type Cancellation = Static<typeof Cancellation>

/** Refuses a cause that does not apply to this trip, and costs that may not be kept for the cause. */
export async function refuseCancellation(db: Db, step: TripStatus, id: number, asked: Cancellation, within = 'costs.') {
  if (step !== 'cancelled') return refuseWithoutCancellation(asked)
  const { cause = 'other', costs = {} } = asked
  const { days_left, currency, ...trip } = await tripToCancel(db, { id })
  refuseCause(cause, trip)
  refuseCosts(await dutyFor(db, cause, days_left), costs, within)
  for (const kind of ['official_fees', 'proven_costs'] as const) refuseCents(costs[kind], currency, `${within}${kind}`)
}

const tripToCancel = theRow((db, { id }: { id: number }) =>
  db
    .selectFrom('planned_trips')
    .select(['status', 'min_pax', sql<number>`departure_date - today()`.as('days_left')])
    .select(sql<string>`coalesce(price ->> 'currency', house_currency())`.as('currency'))
    .where('id', '=', id),
)

const refuseWithoutCancellation = ({ cause, costs }: Cancellation) => {
  if (cause || costs) refuseField(cause ? 'cause' : 'costs', onlyCancelled)
}
export const onlyCancelled = ['只有取消出團才有這個欄位。', 'Only a cancellation has this field.'] as const

/** The columns of a trip with the cause and the costs of its cancellation. Without a cause everything is paid back. */
export function cancellationColumns({ cause = 'other', costs }: Cancellation) {
  return {
    cancel_cause: cause,
    cancel_costs: costs ? { official_fees: 0, proven_costs: 0, paper: null, ...costs } : null,
  }
}

/** What each cause of a cancellation lets the agency keep, before a form asks for these costs. */
export const cancellationCauses = routes((on) => {
  on.get(
    '/:id/cancellation-causes',
    {
      name: 'listCancellationCauses',
      access: moneyReaders,
      summary:
        'What the agency may keep for each cause, and why, if the trip or one of its bookings is cancelled today',
      returns: Type.Array(CauseOfCancellation),
      etag: 'none',
    },
    async ({ db, actor, params }) => {
      await knownTrip(db, { ...readerOf(actor), ...params })
      return causesFor(db, await tripToCancel(db, params))
    },
  )
})
