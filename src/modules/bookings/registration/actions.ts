import { sql } from 'kysely'
import { settleAll } from '../../../kit/async/settle.ts'
import { oneRow } from '../../../kit/db/statement.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { found, Refusal } from '../../../kit/errors.ts'
import { mayTake } from '../../../kit/flow.ts'
import { mailboxFingerprint } from '../../../kit/http/server/caller.ts'
import { enqueue } from '../../../kit/jobs/jobs.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { throttle } from '../../../kit/throttle.ts'
import type { Locale } from '../../../kit/words/words.ts'
import { limits } from '../../../limits.ts'
import { endLinks, makeLink } from '../../links/actions.ts'
import { sealTravelers } from '../../travelers/creation-actions.ts'
import { changeBooking } from '../actions.ts'
import { enterBooking, getsSeats, partyFingerprint } from '../creation-actions.ts'
import { life, standingOf } from '../flow.ts'
import { isOpenToStrangers, lockedTripToBook, seatColumns } from '../grounds.ts'
import { inRooms } from '../rules.ts'
import { receiptOf } from './receipt-queries.ts'
import type { Completion, PublicRegistration } from './schema.ts'

/** The most parties of one contact on one trip whose mailbox is not proved yet. */
const MOST_UNPROVED = 2

/** The address of the caller and the mailbox in the body, both as fingerprints. */
type Caller = { address: string; mailbox: string; locale: Locale }

/** Registers a party without an account: all or nothing. Refusals are returned, not thrown, so that the attempt is counted. */
export const register = async (tx: Tx, keys: Keys, body: PublicRegistration, caller: Caller) => {
  const { website, privacy_consent: _given, planned_trip_id, travelers, rooms, ...given } = body
  await settleAll([throttle(tx, limits['trip registration from'], caller.address), limitMails(tx, caller.mailbox)])
  // Refused instead of silently ignored, because a browser may have filled it in for a person.
  if (website) return new Refusal('invalid_input', { errors: { website: [leaveEmpty] } })
  const party = sealTravelers(keys, inRooms(travelers, rooms))
  const fingerprint = partyFingerprint(keys, body)

  // The row lock of the trip: other registrations for it wait from here on.
  const [trip, standing] = await settleAll([
    lockedTripToBook(tx, planned_trip_id),
    // Sent with it, and run once the lock is granted.
    standingOn(tx, { id: planned_trip_id, fingerprint, email: body.contact.email.toLowerCase() }),
    throttle(tx, limits['trip registration for'], planned_trip_id),
  ])
  if (!trip || !standing || !isOpenToStrangers(trip))
    return new Refusal('invalid_input', { errors: { planned_trip_id: [notOpen] } })
  if (standing.is_duplicate) return new Refusal('duplicate', { detail: duplicateWords })
  if (standing.unproved_parties >= MOST_UNPROVED) return new Refusal('duplicate', { detail: confirmFirst })
  const details = { ...given, customer_user_id: null, sales_user_id: trip.sales_user_id }
  const origin = { source: 'public', locale: caller.locale, twin_mark: fingerprint } as const
  const isSeated = await getsSeats(tx, { trip, seats: standing, party, source: 'public' })
  const booking_id = await enterBooking(tx, keys, { trip, party, details, origin, isSeated })
  const { token, expires_at } = await makeLink(tx, 'booking', booking_id, { is_mailed: false })
  const receipt = await receiptOf(tx, booking_id, { is_mailed: false })
  const manage_link = { token, path: `/l/booking/${token}`, expires_at }
  return { json: JSON.stringify({ ...receipt, manage_link }), id: token }
}

/** The holder of the link completes missing data, as long as the booking is active. */
export const complete = async (tx: Tx, keys: Keys, booking_id: number, body: Completion) => {
  const booking = found(
    await tx
      .selectFrom('bookings')
      .select(['status', 'offered_at', 'contact_proved_at', 'cancel_cause'])
      .where('id', '=', booking_id)
      .executeTakeFirst(),
  )
  mayTake(life, 'change', standingOf(booking), 'customer')
  const wasProved = booking.contact_proved_at !== null
  if (!(await changeBooking(tx, keys, booking_id, body, undefined))) return
  await throttle(tx, limits['contacts of booking'], booking_id)
  await limitMails(tx, mailboxFingerprint(keys, body.contact?.email ?? ''))
  await proveAgain(tx, booking_id, wasProved)
}

const limitMails = (tx: Tx, mailbox: string) => throttle(tx, limits['mail to a stranger'], mailbox)

// The new mailbox is not proved yet. Links mailed to the old one are deleted, and a new one is mailed. If the booking was proved
// before, the link in the answer to the registration is deleted too, because the booking may contain data of others.
const proveAgain = async (tx: Tx, booking_id: number, wasProved: boolean) => {
  await tx.updateTable('bookings').set({ contact_proved_at: null }).where('id', '=', booking_id).execute()
  await endLinks(tx, 'booking', booking_id, { mailedOnly: !wasProved })
  enqueue(tx, 'bookings.mail', { booking_id, step: 'register' })
}

// What a registration finds on its trip. The trip is locked, so the second of two equal registrations finds the first.
const standingOn = oneRow((db, { id, fingerprint, email }: { id: number; fingerprint: Buffer; email: string }) =>
  db
    .selectFrom('planned_trips as t')
    .select([...seatColumns, unprovedParties(email).as('unproved_parties')])
    .select(isThereBefore(fingerprint).as('is_duplicate'))
    .where('t.id', '=', id),
)

const isThereBefore = (fingerprint: Buffer) => sql<boolean>`exists (
  select from bookings b where b.planned_trip_id = t.id and twin_mark = ${fingerprint} and status not in ('cancelled', 'expired')
     and created_at > now() - interval '1 hour')`

// The number of unproved parties of this contact on a trip.
const unprovedParties = (email: string) => sql<number>`(
  select count(*) from bookings b
   where b.planned_trip_id = t.id and contact_proved_at is null and status in ('held', 'waitlisted') and lower(contact_email) = ${email})`

const leaveEmpty = ['此欄請留空。', 'Leave this field empty.'] as const
const notOpen = ['此團目前不開放報名。', 'This trip is not open for registration.'] as const
const confirmFirst = [
  '這個信箱在此團已有兩筆尚未確認的報名；請先開啟寄到信箱的連結並確認。',
  'Two registrations of this address for this trip are not confirmed yet; open the links that were mailed to it first.',
] as const
const duplicateWords = [
  '剛才已收到相同的報名，收據與管理連結已寄至聯絡信箱；如需再報名請稍後再試。',
  'The same party was registered a moment ago; its receipt and link went to the mail of the contact.',
] as const
