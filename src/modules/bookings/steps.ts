import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { mayTake, namesOf, refuseStep } from '../../kit/flow.ts'
import { guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { actingOf } from '../users/reader.ts'
import { declineOffer } from './cancel.ts'
import { confirmContact } from './confirm-contact.ts'
import { bookingFlow, stateOf, steps } from './flow.ts'
import { HOURS_HELD, inHours, keptUntil } from './holds.ts'
import { type LockedBooking, lockedBooking, type TakenBy } from './locks.ts'
import { oneBooking, shownBooking } from './read.ts'
import { partySize, refuseFull, settleSeats } from './seats.ts'
import { setStatus } from './status.ts'

/** Confirms a booking; its hold no longer expires. */
async function confirmBooking(tx: Tx, id: number, { reader, actor_id, roles, expected }: TakenBy) {
  const { booking } = await lockedBooking(tx, reader, id)
  guardVersion(booking, expected)
  mayTake(bookingFlow, 'confirm', stateOf(booking), roles)
  const contact_proved_at = booking.contact_proved_at ?? sql<string>`now()`
  await setStatus(tx, id, 'confirm', {
    status: 'confirmed',
    hold_expires_at: null,
    offered_at: null,
    contact_proved_at,
    actor_id,
  })
}

/** Accepts offered seats; repeating it changes nothing. The deadline is compared after the lock was granted. */
export async function acceptOffer(tx: Tx, id: number, { reader, actor_id, roles, expected }: TakenBy) {
  const { booking, trip } = await lockedBooking(tx, reader, id)
  guardVersion(booking, expected)
  if (booking.status === 'expired') refuse('answer_too_late', { detail: tooLate })
  if (booking.status === 'held' && !booking.offered_at) return
  mayTake(bookingFlow, 'accept', stateOf(booking), roles)
  if (await isOver(tx, booking))
    refuse('answer_too_late', { detail: tooLate, also: { deadline: booking.hold_expires_at } })
  const until = inHours(HOURS_HELD[booking.source], trip)
  // The offer was sent by mail, so accepting it proves the mailbox.
  const contact_proved_at = booking.contact_proved_at ?? sql<string>`now()`
  await setStatus(tx, id, 'accept', {
    status: 'held',
    offered_at: null,
    ...keptUntil(until, trip),
    contact_proved_at,
    actor_id,
  })
}

const isOver = async (tx: Tx, { id }: LockedBooking) =>
  !!(await tx
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`hold_expires_at <= clock_timestamp()`)
    .executeTakeFirst())

const tooLate = ['接受名額的期限已過。', 'The time to accept the seats is over.'] as const

/** Restores an expired booking if there are enough seats. */
async function reinstateBooking(tx: Tx, id: number, { reader, actor_id, roles, expected }: TakenBy) {
  const { booking, trip } = await lockedBooking(tx, reader, id)
  guardVersion(booking, expected)
  mayTake(bookingFlow, 'reinstate', stateOf(booking), roles)
  if (trip.days_left < 0 || trip.status === 'cancelled') refuseStep('reinstate', booking.status, [], bookingFlow.words)
  refuseFull(await settleSeats(tx, trip), await partySize(tx, id))
  const until = inHours(HOURS_HELD.staff, trip)
  await setStatus(tx, id, 'reinstate', { status: 'held', ...keptUntil(until, trip), actor_id })
}

const plainSteps = {
  confirm: [confirmBooking, 'Confirm a booking that is held', ['step_not_possible', 'stale']],
  'confirm-contact': [
    confirmContact,
    'Confirm the contact for the customer, for example after a call, so that the seats are kept',
    ['step_not_possible', 'stale', 'answer_too_late'],
  ],
  reinstate: [
    reinstateBooking,
    'Bring back what lapsed, if there are seats',
    ['step_not_possible', 'stale', 'trip_full'],
  ],
  accept: [
    acceptOffer,
    'Accept the seats that are offered to the waitlist',
    ['step_not_possible', 'stale', 'answer_too_late'],
  ],
  decline: [declineOffer, 'Give up a place in line, or the seats that are offered', ['step_not_possible', 'stale']],
} as const

/** A key of the flow is the last segment of the step's path. */
export function stepRoutes(on: On) {
  for (const name of namesOf(plainSteps)) {
    const [act, summary, refuses] = plainSteps[name]
    const route = { access: steps[name].by, summary, ...shownBooking, refuses }
    on.post(`/:id/${name}`, route, async ({ tx, actor, params, expected }) => {
      const reader = actingOf(actor)
      await act(tx, params.id, { reader, actor_id: actor.id, roles: actor.roles, expected })
      return oneBooking(tx, { ...reader, ...params })
    })
  }
}
