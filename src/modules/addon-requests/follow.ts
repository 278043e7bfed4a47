import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { type Events, emit } from '../../kit/events.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { defaultLocale } from '../../kit/words/words.ts'
import { endAddonLinks } from '../links/links.ts'
import { seesAll } from '../users/reader.ts'
import { addEntry } from './entries.ts'
import { turns } from './flow.ts'
import { concerned, lockedRequest, publicChange, setStatus } from './locked-request.ts'
import { notifyAll } from './notices.ts'
import { ends, type Status } from './request.ts'
import { type SystemSentence, sentenceIn } from './words.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    cancelled_requests: { addon_request_id: number; booking_id: number; status: Status; public_status: Status }
  }
}

/** Cancels the add-on requests of a cancelled booking, and remembers how they stood. */
export async function cancelRequestsOfBooking(tx: Tx, { booking_id, step }: Events['booking.entered']) {
  if (!['cancel', 'call_off', 'decline', 'expire'].includes(step)) return
  await tx.deleteFrom('cancelled_requests').where('booking_id', '=', booking_id).execute()
  const open = await openRequests(tx, { booking_id })
  const known = open.map((request) => ({ ...request, booking_id }))
  if (known.length) await tx.insertInto('cancelled_requests').values(known).execute()
  for (const { addon_request_id } of open) await cancelRequest(tx, addon_request_id, bookingEnded)
}

/** Restores the requests that were cancelled with a booking. One whose traveler has left since then stays cancelled. */
export async function restoreRequestsOfBooking(tx: Tx, { booking_id, step, actor_id }: Events['booking.entered']) {
  if (step !== 'restore') return
  const cancelled = await tx
    .deleteFrom('cancelled_requests')
    .where('booking_id', '=', booking_id)
    .returning(['addon_request_id', 'status', 'public_status'])
    .execute()
  for (const { addon_request_id, ...before } of cancelled) await restoreRequest(tx, addon_request_id, before, actor_id)
}

/** Cancels the add-on requests of a cancelled traveler. Delivered add-ons stay charged. */
export async function cancelRequestsOfTraveler(tx: Tx, { traveler_id, fields }: Events['traveler.changed']) {
  if (!fields.includes('status')) return
  for (const { addon_request_id } of await openRequests(tx, { traveler_id }))
    await cancelRequest(tx, addon_request_id, travelerEnded)
}

/** Moves the add-on requests of a transferred booking to its new trip. */
export function transferRequests(tx: Tx, { booking_id, to }: Events['booking.transferred']) {
  return tx
    .updateTable('addon_requests')
    .set({ planned_trip_id: to, ...publicChange })
    .where('booking_id', '=', booking_id)
    .execute()
}

/** Gives what is still open of a booking to its next salesperson. A request that somebody else looks after stays with that person. */
export async function handOverRequests(tx: Tx, { booking_id, from, to }: Events['booking.handed-over']) {
  const handed = await tx
    .updateTable('addon_requests')
    .set({ sales_user_id: to, ...publicChange })
    .where('booking_id', '=', booking_id)
    .where('status', 'not in', [...ends])
    .where(sql<boolean>`sales_user_id is not distinct from ${from}`)
    .returning('id')
    .execute()
  for (const { id } of handed)
    await addEntry(tx, undefined, id, {
      sender_type: 'system',
      message_type: 'modification',
      message: { event: 'handed-over' },
      is_internal: true,
    })
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
    .select(['id as addon_request_id', 'status', 'public_status'])
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

const restoreRequest = async (tx: Tx, id: number, before: Standing, actor_id: number | undefined) => {
  const restored = await tx
    .updateTable('addon_requests')
    .set({
      ...before,
      status_since: sql<string>`now()`,
      cancel_reason: null,
      public_cancel_reason: null,
      ...publicChange,
    })
    .where('id', '=', id)
    .where('status', '=', 'cancelled')
    .where('traveler_id', 'in', (of) => of.selectFrom('travelers').select('id').where('status', '=', 'active'))
    .returning('id')
    .executeTakeFirst()
  if (!restored) return
  await addEntry(tx, undefined, id, {
    sender_type: 'system',
    message_type: 'note',
    message: { event: 'booking-restored' },
    is_internal: false,
  })
  const about = await concerned(tx, { id })
  await notifyAll(tx, about, { parties: ['sales', 'department'], event: 'addon-request.restored', except: actor_id })
}
type Standing = { status: Status; public_status: Status }

const bookingEnded: SystemSentence = { event: 'booking-cancelled' }
const travelerEnded: SystemSentence = { event: 'traveler-cancelled' }
