import type { Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { emit } from '../../../kit/events.ts'
import { mayTake } from '../../../kit/flow.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import type { Locale } from '../../../kit/words/words.ts'
import type { TripStatus } from '../../trip-statuses.ts'
import { isBack, life, steps, type TripStep } from '../flow.ts'
import { freeTripLeaders } from '../leaders/actions.ts'
import { lockedTrip } from '../leaders/queries.ts'
import { type Breakage, breakages, shownBreakages } from './breakage.ts'
import { callingOff, refuseCallingOff } from './calling-off.ts'
import type { Entering } from './schema.ts'
import { refuseStopped } from './stopping.ts'

declare module '../../../kit/events.ts' {
  interface Events {
    'planned-trip.entered': { planned_trip_id: number; status: TripStatus; from: TripStatus; actor_id: number }
  }
}

/** Sets the status of a trip by its flow, or takes it back; the answer lists what is left undone. */
export const enterStatus = async (
  tx: Tx,
  id: number,
  { status, reason, ...calling }: Entering,
  { actor, expected, locale }: { actor: Actor; expected: Expected; locale: Locale },
): Promise<Breakage[]> => {
  const trip = await lockedTrip(tx, id)
  const { status: from } = trip
  guardVersion(trip, expected)
  mayTake(life, status, trip, actor.role)
  const step: TripStep = steps[status]
  if (step.needsReason && !reason) refuseField('reason', ['取消出團須填寫原因。', 'A cancellation needs its reason.'])
  await refuseCallingOff(tx, status, id, calling)
  if (isBack(from, status) && !reason) refuseField('reason', backNeedsReason)

  const asked = { id, from: trip.departure_date, to: trip.return_date, shift: 0 }
  const broke = await breakages(tx, isBack(from, status) ? `back-to-${status}` : status, asked)
  const in_spite_of = refuseStopped(broke, { role: actor.role, reason, locale, step: status, from })
  const change = { status, ...(step.needsReason && { cancel_reason: reason ?? null, ...callingOff(calling) }) }
  await tx.updateTable('planned_trips').set(change).where('id', '=', id).execute()
  const row = { planned_trip_id: id, from_status: from, to_status: status, reason: reason ?? null, in_spite_of }
  await tx
    .insertInto('trip_status_changes')
    .values({ ...row, changed_by: actor.id })
    .execute()
  if (step.frees) await freeTripLeaders(tx, id)
  await emit(tx, 'planned-trip.entered', { planned_trip_id: id, status, from, actor_id: actor.id })
  return shownBreakages(broke, locale)
}

const backNeedsReason = ['退回前一個狀態須填寫原因。', 'Going back to an earlier status needs its reason.'] as const
