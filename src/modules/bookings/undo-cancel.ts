import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { mayTake, outcome } from '../../kit/flow.ts'
import { guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
import { terms } from '../../terms.ts'
import { actingOf } from '../users/reader.ts'
import { type Cancelled, reopen, standingBefore } from './cancelled.ts'
import { bookingFlow, stateOf, steps } from './flow.ts'
import { lockedBooking, lockedTripToBook, type TakenBy } from './locks.ts'
import { oneBooking, shownBooking } from './read.ts'
import { settleSeats } from './seats.ts'

/** Tells of a cancellation that was not undone, and offers its seats to the waitlist. */
export function endUndo({ booking_id, actor_id }: Cancelled, { database }: Pick<JobTools, 'database'>) {
  return database.transaction({}, async (tx) => {
    const there = await tx
      .selectFrom('bookings')
      .select('planned_trip_id')
      .where('id', '=', booking_id)
      .executeTakeFirst()
    const trip = there && (await lockedTripToBook(tx, there.planned_trip_id))
    const ended = await tx
      .updateTable('cancelled_bookings')
      .set({ undo_until: null })
      .where('booking_id', '=', booking_id)
      .where(sql<SqlBool>`undo_until <= clock_timestamp()`)
      .returning('booking_id')
      .executeTakeFirst()
    if (!trip || !ended) return
    await emit(tx, 'booking.entered', { booking_id, step: 'cancel', actor_id })
    await settleSeats(tx, trip)
  })
}

/** Takes a cancellation of a moment ago back: everything is as it was, and nobody hears of it. */
async function undoCancellation(tx: Tx, id: number, { reader, actor_id, roles, expected }: TakenBy) {
  const { booking, trip } = await lockedBooking(tx, reader, id)
  guardVersion(booking, expected)
  const before = await standingBefore(tx, { id })
  mayTake(bookingFlow, 'undo-cancel', { ...stateOf(booking), isUndoable: before?.is_undoable ?? false }, roles)
  if (booking.cancelled_by !== actor_id)
    refuse('forbidden', { detail: notYours, also: { roles: ['manager', 'admin'] } })
  if (trip.status === 'cancelled') refuse('step_not_possible', { detail: tripCancelled, also: { possible: [] } })
  if (!before) return
  await sql`select take_back_obligations(id, cancelled_at) from bookings where id = ${id}`.execute(tx)
  await reopen(tx, id)
  const { offered_at, hold_expires_at } = before
  await tx
    .updateTable('bookings')
    .set({ status: outcome(steps['undo-cancel'], before.status), offered_at, hold_expires_at })
    .where('id', '=', id)
    .execute()
}

const notYours = [
  `只有取消的人能在 ${terms.undo.zh}內復原；之後請主管或管理員「恢復訂單」。`,
  `Only whoever cancelled it can undo it within ${terms.undo.en}. After that a manager or an administrator can restore the booking.`,
] as const
const tripCancelled = [
  '此團已取消出團，無法復原；請將訂單轉到其他團。',
  'The trip was cancelled meanwhile, so this cannot be undone: make a booking for another trip.',
] as const

export function undoCancelRoute(on: On) {
  on.post(
    '/:id/undo-cancel',
    {
      name: 'undoBookingCancellation',
      access: steps['undo-cancel'].by,
      summary: `Undo a cancellation within ${terms.undo.en}, before anybody is told; for whoever cancelled`,
      ...shownBooking,
      refuses: ['step_not_possible', 'stale', 'forbidden'],
    },
    async ({ tx, actor, params, expected }) => {
      const reader = actingOf(actor)
      await undoCancellation(tx, params.id, { reader, actor_id: actor.id, roles: actor.roles, expected })
      return oneBooking(tx, { ...reader, ...params })
    },
  )
}
