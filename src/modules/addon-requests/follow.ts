import type { Tx } from '../../kit/db/tables.ts'
import { type Events, emit } from '../../kit/events.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { defaultLocale } from '../../kit/words/words.ts'
import { endAddonLinks } from '../links/links.ts'
import { seesAll } from '../users/reader.ts'
import { addEntry } from './entries.ts'
import { turns } from './flow.ts'
import { lockedRequest, publicChange, setStatus } from './locked-request.ts'
import { ends } from './request.ts'
import { type SystemSentence, sentenceIn } from './words.ts'

/** Cancels the add-on requests of a cancelled booking. */
export async function cancelRequestsOfBooking(tx: Tx, { booking_id, step }: Events['booking.entered']) {
  if (!['cancel', 'call_off', 'decline', 'expire'].includes(step)) return
  for (const { id } of await openRequests(tx, { booking_id })) await cancelRequest(tx, id, bookingEnded)
}

/** Cancels the add-on requests of a cancelled traveler. Delivered add-ons stay charged. */
export async function cancelRequestsOfTraveler(tx: Tx, { traveler_id, fields }: Events['traveler.changed']) {
  if (!fields.includes('status')) return
  for (const { id } of await openRequests(tx, { traveler_id })) await cancelRequest(tx, id, travelerEnded)
}

/** Moves the add-on requests of a transferred booking to its new trip. */
export function transferRequests(tx: Tx, { booking_id, to }: Events['booking.transferred']) {
  return tx
    .updateTable('addon_requests')
    .set({ planned_trip_id: to, ...publicChange })
    .where('booking_id', '=', booking_id)
    .execute()
}

/** Ends the links to offers of a booking whose customer has changed, and mails new ones for offers that await an answer. */
export async function renewOfferLinks(tx: Tx, { booking_id }: Events['booking.readdressed']) {
  await endAddonLinks(tx, booking_id)
  const offers = await tx
    .selectFrom('addon_requests')
    .select('offer_id')
    .where('booking_id', '=', booking_id)
    .where('status', '=', 'offered')
    .orderBy('id')
    .execute()
  for (const { offer_id } of offers) if (offer_id) enqueue(tx, 'addon-requests.offer', { communication_id: offer_id })
}

const openRequests = (tx: Tx, of: { booking_id: number } | { traveler_id: number }) =>
  tx
    .selectFrom('addon_requests')
    .select('id')
    .where((is) => is.and(of))
    .where('status', 'not in', [...ends])
    .orderBy('id')
    .execute()

const cancelRequest = async (tx: Tx, id: number, ended: SystemSentence) => {
  const request = await lockedRequest(tx, seesAll, id)
  const entry_id = await addEntry(tx, undefined, id, {
    sender_type: 'system',
    message_type: turns.cancel.says,
    message: ended,
    is_internal: false,
  })
  const reason = sentenceIn(ended, defaultLocale)
  await setStatus(tx, request, turns.cancel.to, turns.cancel, { cancel_reason: reason, public_cancel_reason: reason })
  await emit(tx, 'addon-request.turned', { about: request.about, turn: 'cancel', actor_id: 0, entry_id })
}

const bookingEnded: SystemSentence = { event: 'booking-cancelled' }
const travelerEnded: SystemSentence = { event: 'traveler-cancelled' }
