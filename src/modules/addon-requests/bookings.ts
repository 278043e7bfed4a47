import type { Tx } from '../../kit/db/tables.ts'
import { type Events, emit } from '../../kit/events.ts'
import { defaultLocale } from '../../kit/words/words.ts'
import { seesAll } from '../users/reader.ts'
import { addEntry, enter, publicly } from './conversation/entries.ts'
import { type Said, sentenceIn } from './conversation/words.ts'
import { turns } from './flow.ts'
import { locked } from './locked-request.ts'
import { ends } from './schema.ts'

/** Cancels the add-on requests of a cancelled booking. */
export const cancelExtras = async (tx: Tx, { booking_id, step }: Events['booking.entered']) => {
  if (!['cancel', 'call_off', 'decline', 'expire'].includes(step)) return
  for (const { id } of await openRequests(tx, { booking_id })) await cancelWith(tx, id, bookingEnded)
}

/** Cancels the add-on requests of a cancelled traveler. What was delivered to it stays charged. */
export const cancelExtrasOfTraveler = async (tx: Tx, { traveler_id, fields }: Events['traveler.changed']) => {
  if (!fields.includes('status')) return
  for (const { id } of await openRequests(tx, { traveler_id })) await cancelWith(tx, id, travelerEnded)
}

/** Moves the add-on requests of a transferred booking to its new trip. */
export const transferExtras = (tx: Tx, { booking_id, to }: Events['booking.transferred']) =>
  tx
    .updateTable('addon_requests')
    .set({ planned_trip_id: to, ...publicly })
    .where('booking_id', '=', booking_id)
    .execute()

const cancelWith = async (tx: Tx, id: number, ended: Said) => {
  const request = await locked(tx, seesAll, id)
  const entry_id = await addEntry(tx, undefined, id, {
    sender_type: 'system',
    message_type: turns.cancel.says,
    message: ended,
    is_internal: false,
  })
  const reason = sentenceIn(ended, defaultLocale)
  await enter(tx, request, turns.cancel.to, turns.cancel, { cancel_reason: reason, public_cancel_reason: reason })
  await emit(tx, 'addon-request.turned', { about: request.about, turn: 'cancel', actor_id: 0, entry_id })
}

const openRequests = (tx: Tx, of: { booking_id: number } | { traveler_id: number }) =>
  tx
    .selectFrom('addon_requests')
    .select('id')
    .where((is) => is.and(of))
    .where('status', 'not in', [...ends])
    .orderBy('id')
    .execute()

const bookingEnded: Said = { event: 'booking-cancelled' }
const travelerEnded: Said = { event: 'traveler-cancelled' }
