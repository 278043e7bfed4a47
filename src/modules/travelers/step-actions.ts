import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { mayTake, refuseStep } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { aliveStatuses } from '../booking-statuses.ts'
import type { By } from './actions.ts'
import { steps, travelerFlow } from './flow.ts'
import { type LockedTraveler, lockedTraveler, othersOf } from './queries.ts'
import { refuseInfantsAlone } from './rules.ts'

/** Cancels a traveler, which frees the seat. */
export async function cancelTraveler(tx: Tx, { reader, actor_id, roles }: By, id: number, expected: Expected) {
  const traveler = await lockedTraveler(tx, reader, id)
  guardVersion(traveler, expected)
  mayTake(travelerFlow, 'cancel', traveler, roles)
  refuseClosed('cancel', traveler)
  const others = await othersOf(tx, traveler)
  if (!others.length) refuse('step_not_possible', { detail: cancelAll, also: { possible: [] } })
  refuseInfantsAlone(others)
  await tx.updateTable('travelers').set({ status: steps.cancel.to }).where('id', '=', id).execute()
  await emit(tx, 'traveler.changed', {
    traveler_id: id,
    booking_id: traveler.booking_id,
    actor_id,
    fields: ['status'],
  })
}

/** Restores a traveler if there is a seat. */
export async function restoreTraveler(tx: Tx, { reader, actor_id, roles }: By, id: number, expected: Expected) {
  const traveler = await lockedTraveler(tx, reader, id)
  guardVersion(traveler, expected)
  mayTake(travelerFlow, 'restore', traveler, roles)
  refuseClosed('restore', traveler)
  await tx.updateTable('travelers').set({ status: steps.restore.to }).where('id', '=', id).execute()
  await emit(tx, 'traveler.added', { traveler_id: id, booking_id: traveler.booking_id, actor_id })
}

const refuseClosed = (step: string, { booking_status }: LockedTraveler) => {
  if (!aliveStatuses.includes(booking_status))
    refuseStep(step, booking_status, [], { status: 'booking_status', step: 'traveler_step' })
}

const cancelAll = [
  '這是訂單中最後一位旅客；請改為取消訂單。',
  'Nobody else travels in this booking; cancel the booking instead.',
] as const
