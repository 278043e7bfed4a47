import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import type { Locale } from '../../kit/words/words.ts'
import type { TripStatus } from '../trip-statuses.ts'
import { breakages } from './breakage.ts'
import { life, steps, type TripStep } from './flow.ts'
import { freeTripLeaders } from './leaders/actions.ts'
import { lockedTrip } from './leaders/queries.ts'
import type { Entering } from './schema.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'planned-trip.entered': { planned_trip_id: number; status: TripStatus; from: TripStatus; actor_id: number }
  }
}

/** Sets the status of a trip by its flow; the answer lists what is left undone. */
export const enterStatus = async (
  tx: Tx,
  id: number,
  { status, reason }: Entering,
  { actor, expected, locale }: { actor: Actor; expected: Expected; locale: Locale },
) => {
  const trip = await lockedTrip(tx, id)
  guardVersion(trip, expected)
  mayTake(life, status, trip, actor.role)
  const step: TripStep = steps[status]
  if (step.needsReason && !reason) refuseField('reason', ['取消出團須填寫原因。', 'A cancellation needs its reason.'])

  const broke = await breakages(tx, status, { id, from: trip.departure_date, to: trip.return_date, shift: 0 }, locale)
  await tx
    .updateTable('planned_trips')
    .set({ status, ...(step.needsReason && { cancel_reason: reason ?? null }) })
    .where('id', '=', id)
    .execute()
  if (step.frees) await freeTripLeaders(tx, id)
  await emit(tx, 'planned-trip.entered', { planned_trip_id: id, status, from: trip.status, actor_id: actor.id })
  return broke
}
