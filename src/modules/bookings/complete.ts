import { isAmong } from '../../kit/db/fragments.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { steps } from './flow.ts'
import { setStatus } from './status.ts'

/** Completes the confirmed bookings of a returned trip whose accounts are settled. The others are completed when theirs are. */
export async function completeAll(tx: Tx, planned_trip_id: number, actor_id: number) {
  const settled = await settledBookings(tx).where('b.planned_trip_id', '=', planned_trip_id).orderBy('b.id').execute()
  for (const { id } of settled) await complete(tx, id, actor_id)
}

/** Sets the completed bookings of a trip back to confirmed, because its return was taken back. */
export async function reopenAll(tx: Tx, planned_trip_id: number, actor_id: number) {
  const { from, to } = steps.reopen
  const completed = await tx
    .selectFrom('bookings')
    .select('id')
    .where('planned_trip_id', '=', planned_trip_id)
    .where('status', 'in', from)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const { id } of completed) await setStatus(tx, id, 'reopen', { status: to, actor_id })
}

/** Completes a booking whose trip has returned once its account is settled. */
export function completeSettled(tx: Tx, booking_id: number, actor_id?: number) {
  return completeAllSettled(tx, [booking_id], actor_id)
}

/** Completes those of these bookings whose trips have returned and whose accounts are settled. */
export async function completeAllSettled(tx: Tx, booking_ids: readonly number[], actor_id?: number) {
  const settled = await settledBookings(tx).where(isAmong('b.id', booking_ids)).orderBy('b.id').execute()
  for (const { id } of settled) await complete(tx, id, actor_id)
}

const complete = (tx: Tx, id: number, actor_id: number | undefined) =>
  setStatus(tx, id, 'complete', { status: 'completed', actor_id })

const settledBookings = (tx: Tx) =>
  tx
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select('b.id')
    .where('t.status', 'in', ['returned', 'settled'])
    .where('b.status', '=', 'confirmed')
    .where('b.balance', '=', 0)
    .forNoKeyUpdate('b')
