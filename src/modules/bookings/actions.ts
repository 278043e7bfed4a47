import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { mayTake, refuseStep } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { aliveStatuses } from '../booking-statuses.ts'
import { warningsOf } from '../travelers/checks.ts'
import { sealTravelers } from '../travelers/creation-actions.ts'
import { chargeParty } from './account/charge-actions.ts'
import { refuseBelowZero } from './account/limit-actions.ts'
import { FORMER_CONTACT } from './contact-mails.ts'
import { enterBooking, getsSeats, HOURS_HELD } from './creation-actions.ts'
import { enter, inHours, keptUntil } from './entering.ts'
import { life, standingOf } from './flow.ts'
import { type LockedBooking, lockedBooking, partySize, seatsOf, type Taking, tripToBook } from './grounds.ts'
import { accountOf, localeOf } from './people.ts'
import { resend } from './registration/link-actions.ts'
import { consentOf, contactColumns, inRooms } from './rules.ts'
import type { BookingChange, NewBooking } from './schema.ts'
import { refuseFull, settleSeats } from './seating-actions.ts'

declare module '../../kit/events.ts' {
  interface Events {
    /** The contact has another mail address, or the booking belongs to another account. */
    'booking.readdressed': { booking_id: number; has_new_address: boolean }
  }
}

/** Staff book for a customer. Mails are in the language of the customer, not in that of the colleague who types. */
export const createBooking = async (tx: Tx, keys: Keys, actor: Actor, body: NewBooking) => {
  const { privacy_consent, planned_trip_id, travelers, rooms, ...given } = body
  const consent = consentOf({ ...given, privacy_consent })
  await refuseLater(tx, given.privacy_consent_at)
  const party = sealTravelers(keys, inRooms(travelers, rooms))
  const customer_user_id =
    given.customer_user_id ?? (given.contact.email ? await accountOf(tx, given.contact.email) : null)
  const trip = await tripToBook(tx, planned_trip_id)
  const seats = await seatsOf(tx, trip.id)
  const sales_user_id = given.sales_user_id ?? (actor.role === 'sales' ? actor.id : trip.sales_user_id)
  const { locale = await localeOf(tx, customer_user_id) } = given
  const details = { ...given, ...consent, customer_user_id, sales_user_id }
  const origin = { source: 'staff', locale } as const
  const isSeated = await getsSeats(tx, { trip, seats, party, source: 'staff' })
  const booking_id = await enterBooking(tx, keys, { trip, party, details, origin, isSeated, actor_id: actor.id })
  return { booking_id, warnings: await warningsOf(tx, { booking_id }, travelers) }
}

/** Staff change a booking. Links that were mailed to a former contact end; the new one is mailed its own. */
export const changeByStaff = async (tx: Tx, keys: Keys, id: number, change: BookingChange, expected: Expected) => {
  await refuseLater(tx, change.privacy_consent_at)
  if (await changeBooking(tx, keys, id, change, expected)) await resend(tx, id)
  if (change.privacy_consent_how != null || change.privacy_consent_at != null) await completeConsent(tx, id)
}

// How and when belong together; what is not said is by telephone, and now.
const completeConsent = (tx: Tx, id: number) =>
  tx
    .updateTable('bookings')
    .set({
      privacy_consent_at: sql<string>`coalesce(privacy_consent_at, now())`,
      privacy_consent_how: sql<'phone'>`coalesce(privacy_consent_how, 'phone')`,
    })
    .where('id', '=', id)
    .execute()

const refuseLater = async (tx: Tx, moment: string | null | undefined) => {
  if (!moment) return
  const { rows } = await sql<{
    is_later: boolean
  }>`select ${moment}::timestamptz > clock_timestamp() as is_later`.execute(tx)
  if (rows[0]?.is_later)
    refuseField('privacy_consent_at', ['同意的時間不可在未來。', 'Consent cannot be given in the future.'])
}

/** Changes the contact, the person in charge, and payment dates. Returns whether the mail address has changed. */
export const changeBooking = async (
  tx: Tx,
  keys: Keys,
  id: number,
  { contact, infant_price, ...change }: BookingChange,
  expected: Expected,
) => {
  const booking = await lockBooking(tx, id)
  guardVersion(booking, expected)
  if (infant_price !== undefined) await setInfantPrice(tx, booking, Number(infant_price))
  if (change.hold_expires_at !== undefined && booking.status !== 'held')
    refuseField('hold_expires_at', [
      '只有保留中的訂單有保留期限。',
      'Only a booking that is held has a day it is held until.',
    ])
  await tx
    .updateTable('bookings')
    .set({ ...change, ...(contact && contactColumns(contact)), updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  const isReaddressed = notifyFormerContact(tx, keys, booking, contact?.email)
  const { customer_user_id = booking.customer_user_id } = change
  if (isReaddressed || customer_user_id !== booking.customer_user_id)
    await emit(tx, 'booking.readdressed', { booking_id: id, has_new_address: isReaddressed })
  return isReaddressed
}

// A price of the trip is kept; only one that it lacks is set, and may be corrected.
const setInfantPrice = async (tx: Tx, { id, status, price }: LockedBooking, infant: number) => {
  if (!price || !aliveStatuses.includes(status)) refuseField('infant_price', noPriceYet)
  else if (price.infant !== null && !price.is_infant_set) refuseField('infant_price', hasInfantPrice)
  const set = { ...price, infant, is_infant_set: true }
  await tx
    .updateTable('bookings')
    .set({ price: JSON.stringify(set) })
    .where('id', '=', id)
    .execute()
  await chargeParty(tx, id)
  await refuseBelowZero(tx, id)
}

const noPriceYet = [
  '這筆訂單沒有團費，或已結束，無法設定嬰兒價。',
  'This booking has no price of a trip, or is over, so that no price of infants can be set.',
] as const
const hasInfantPrice = [
  '此團的價格已有嬰兒價；如需調整請用加價或優惠。',
  'The price of the trip has one for infants already: use a surcharge or a discount to change it.',
] as const

// Returns whether the mail address has changed. If so, notifies the former address.
const notifyFormerContact = (tx: Tx, keys: Keys, booking: Contacted, email: string | null | undefined) => {
  const { id, contact_email } = booking
  if (email === undefined || email?.toLowerCase() === contact_email?.toLowerCase()) return false
  if (contact_email) {
    const former = keys.seal(FORMER_CONTACT, contact_email).toString('base64')
    enqueue(tx, 'bookings.contact-changed', { booking_id: id, former })
  }
  return true
}
type Contacted = { id: number; contact_email: string | null }

/** Confirms a booking; its hold no longer expires. */
export const confirmBooking = async (tx: Tx, id: number, { reader, actor_id, role, expected }: Taking) => {
  const { booking } = await lockedBooking(tx, reader, id)
  guardVersion(booking, expected)
  mayTake(life, 'confirm', standingOf(booking), role)
  const contact_proved_at = booking.contact_proved_at ?? sql<string>`now()`
  await enter(tx, id, 'confirm', {
    status: 'confirmed',
    hold_expires_at: null,
    offered_at: null,
    contact_proved_at,
    actor_id,
  })
}

/** Accepts offered seats; repeating it changes nothing. The deadline is compared after the lock was granted. */
export const acceptOffer = async (tx: Tx, id: number, { reader, actor_id, role, expected }: Taking) => {
  const { booking, trip } = await lockedBooking(tx, reader, id)
  guardVersion(booking, expected)
  if (booking.status === 'expired') refuse('answer_too_late', { detail: tooLate })
  if (booking.status === 'held' && !booking.offered_at) return
  mayTake(life, 'accept', standingOf(booking), role)
  if (await isOver(tx, booking))
    refuse('answer_too_late', { detail: tooLate, also: { deadline: booking.hold_expires_at } })
  const until = inHours(HOURS_HELD[booking.source], trip)
  // The offer was mailed, so accepting it proves the mailbox.
  const contact_proved_at = booking.contact_proved_at ?? sql<string>`now()`
  await enter(tx, id, 'accept', {
    status: 'held',
    offered_at: null,
    ...keptUntil(until, trip),
    contact_proved_at,
    actor_id,
  })
}

/** Restores an expired booking if there are seats. */
export const reinstateBooking = async (tx: Tx, id: number, { reader, actor_id, role, expected }: Taking) => {
  const { booking, trip } = await lockedBooking(tx, reader, id)
  guardVersion(booking, expected)
  mayTake(life, 'reinstate', standingOf(booking), role)
  if (trip.days_left < 0 || trip.status === 'cancelled') refuseStep('reinstate', booking.status, [], life.words)
  refuseFull(await settleSeats(tx, trip), await partySize(tx, id))
  const until = inHours(HOURS_HELD.staff, trip)
  await enter(tx, id, 'reinstate', { status: 'held', ...keptUntil(until, trip), actor_id })
}

const lockBooking = async (tx: Tx, id: number) =>
  found(await tx.selectFrom('bookings').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst())

const isOver = async (tx: Tx, { id }: LockedBooking) =>
  !!(await tx
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`hold_expires_at <= clock_timestamp()`)
    .executeTakeFirst())

const tooLate = ['接受名額的期限已過。', 'The time to accept the seats is over.'] as const
