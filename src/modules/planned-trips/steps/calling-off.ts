import { sql } from 'kysely'
import { theRow } from '../../../kit/db/statement.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { dutyFor } from '../../cancellation-terms/queries.ts'
import { refuseCause, refuseCosts } from '../../cancellation-terms/rules.ts'
import type { TripStatus } from '../../trip-statuses.ts'
import type { Entering } from './schema.ts'

type Asked = Pick<Entering, 'cause' | 'costs'>

/** Refuses a cause that this trip cannot have, and costs that its cause does not allow to be kept. */
export const refuseCallingOff = async (db: Db, step: TripStatus, id: number, asked: Asked, within = 'costs.') => {
  if (step !== 'cancelled') return refuseOthers(asked)
  const { cause = 'other', costs = {} } = asked
  const { days_left, ...trip } = await tripToCallOff(db, { id })
  refuseCause(cause, trip)
  refuseCosts(await dutyFor(db, cause, days_left), costs, within)
}

const tripToCallOff = theRow((db, { id }: { id: number }) =>
  db
    .selectFrom('planned_trips')
    .select(['status', 'min_pax', sql<number>`departure_date - today()`.as('days_left')])
    .where('id', '=', id),
)

const refuseOthers = ({ cause, costs }: Asked) => {
  if (cause || costs) refuseField(cause ? 'cause' : 'costs', onlyCancelled)
}

/** The columns of a trip that say why it was called off. Without a cause everything is paid back. */
export const callingOff = ({ cause = 'other', costs }: Asked) => ({
  cancel_cause: cause,
  cancel_costs: costs ? { official_fees: 0, proven_costs: 0, paper: null, ...costs } : null,
})

const onlyCancelled = ['只有取消出團才有這個欄位。', 'Only a cancellation has this field.'] as const
