import { type Static, Type } from 'typebox'
import { theRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { text } from '../../kit/fields.ts'
import { mayTake, outcome } from '../../kit/flow.ts'
import { guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { plural, type Words } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import { bookableStatuses } from '../trip-statuses.ts'
import { actingOf } from '../users/reader.ts'
import { isErased, isRestoredInTime, reopen, standingBefore } from './cancelled.ts'
import { bookingFlow, stateOf, steps } from './flow.ts'
import { HOURS_HELD, inHours, keptUntil } from './holds.ts'
import { lockedBooking, type TakenBy } from './locks.ts'
import { oneBooking, shownBooking } from './read.ts'
import { partySize, settleSeats } from './seats.ts'
import { setStatus } from './status.ts'

const Restoring = Type.Object({ reason: text(2000, '取消了另一張訂單才對') })
type Restoring = Static<typeof Restoring>

/** Restores a cancelled booking, if there are seats: its status, price, payments, travelers, rooms and extras are as before. */
async function restoreBooking(tx: Tx, id: number, { reason }: Restoring, by: TakenBy) {
  const { booking, trip } = await lockedBooking(tx, by.reader, id)
  guardVersion(booking, by.expected)
  mayTake(bookingFlow, 'restore', { ...stateOf(booking), isRestorable: true }, by.roles)
  const { is_in_time, is_erased } = await whetherOf(tx, { id })
  const before = await standingBefore(tx, { id })
  if (before?.is_undoable) refuseWith(waitForUndo)
  if (!is_in_time) refuseWith(tooLate)
  if (is_erased) refuseWith(noPeople)
  if (trip.days_left < 0 || !bookableStatuses.includes(trip.status)) refuseWith(noTrip)
  if (booking.paid < 0) refuseWith(paidOut)
  const status = outcome(steps.restore, before?.status ?? 'held')
  if (status !== 'waitlisted') refuseWithoutSeats(await settleSeats(tx, trip), await partySize(tx, id))
  await reopen(tx, id)
  const hold = status === 'held' ? keptUntil(inHours(HOURS_HELD.staff, trip), trip) : {}
  await setStatus(tx, id, 'restore', { status, ...hold, restore_reason: reason, actor_id: by.actor_id })
}

const whetherOf = theRow((db, { id }: { id: number }) =>
  db
    .selectFrom('bookings')
    .select([isRestoredInTime('bookings').as('is_in_time'), isErased('bookings').as('is_erased')])
    .where('id', '=', id),
)

const refuseWith = (detail: Words): never => refuse('step_not_possible', { detail, also: { possible: [] } })

const waitForUndo: Words = [
  `這張訂單剛取消，取消的人 ${terms.undo.zh}內可自行復原；請於 ${terms.undo.zh}後再恢復。`,
  `It was cancelled a moment ago, and whoever cancelled it can undo that within ${terms.undo.en}: restore it after that.`,
]
const tooLate: Words = [
  `取消已超過 ${terms.restore.zh}，無法恢復；請另建訂單。`,
  `It was cancelled more than ${terms.restore.en} ago and cannot be restored: make a new booking.`,
]
const noPeople: Words = [
  '聯絡人或旅客的個人資料已刪除，無法恢復；請另建訂單並重新輸入資料。',
  'The personal data of its contact or of a traveler was erased, so it cannot be restored: make a new booking and enter the people again.',
]
const noTrip: Words = [
  '此團已取消、已出發或不再接受報名，無法恢復；請在其他日期另建訂單。',
  'Its trip was cancelled, has departed or takes no bookings, so it cannot be restored: make a new booking for another date.',
]
const paidOut: Words = [
  '取消的賠償已付給客戶，無法恢復；請先作廢該筆退款，或另建訂單。',
  'The compensation of the cancellation was paid out already: void that refund first, or make a new booking.',
]

const refuseWithoutSeats = (remaining: number, needed: number) => {
  const free = Math.max(remaining, 0)
  if (needed <= free) return
  refuse('trip_full', {
    detail: [
      `恢復這張訂單需要 ${needed} 個名額，此團只剩 ${free} 個；請先增加此團名額，或在其他日期另建訂單。`,
      `Restoring this booking needs ${plural(needed, 'seat')}, and the trip has ${free} left: give the trip more seats first, or make a new booking for another date.`,
    ],
    also: { remaining: free, needed },
  })
}

export function restoreRoute(on: On) {
  on.post(
    '/:id/restore',
    {
      name: 'restoreBooking',
      access: steps.restore.by,
      summary: `Restore a booking that was cancelled in the last ${terms.restore.en}, as it was before, if there are seats`,
      body: Restoring,
      ...shownBooking,
      refuses: ['step_not_possible', 'stale', 'trip_full'],
    },
    async ({ tx, actor, params, body, expected }) => {
      const reader = actingOf(actor)
      await restoreBooking(tx, params.id, body, { reader, actor_id: actor.id, roles: actor.roles, expected })
      return oneBooking(tx, { ...reader, ...params })
    },
  )
}
