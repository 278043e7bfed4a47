import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { enqueue, type Jobs, type JobTools } from '../../kit/jobs/jobs.ts'
import { refuseCents } from '../../kit/money.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { aliveStatuses } from '../booking-statuses.ts'
import { mailOf } from '../notifications/letter.ts'
import { senderFor } from '../notifications/letter-sender.ts'
import { sendLetter } from '../notifications/send-letter.ts'
import { actingOf } from '../users/reader.ts'
import { BookingChange, contactColumns } from './booking.ts'
import { forgetContactChanges } from './contact-changes.ts'
import { chargeParty } from './fares.ts'
import { editors } from './flow.ts'
import { handOver } from './hand-over.ts'
import { resendReceipt } from './links.ts'
import type { LockedBooking } from './locks.ts'
import { inCharge, salesId } from './mails.ts'
import { oneBooking, ShownBooking } from './read.ts'

declare module '../../kit/events.ts' {
  interface Events {
    /** The contact has another mail address, or the booking belongs to another account. */
    'booking.readdressed': { booking_id: number; has_new_address: boolean }
  }
}

/**
 * Staff change a booking. If the contact has another mail address, the links that were mailed to the former one end, and the new
 * one gets its own link. Another salesperson is told, as by any way of handing over.
 */
async function changeByStaff(
  tx: Tx,
  keys: Keys,
  actor: Actor,
  id: number,
  { sales_user_id: to, ...change }: BookingChange,
  expected: Expected,
) {
  await refuseLater(tx, change.privacy_consent_at)
  const withOwner = to === null ? { ...change, sales_user_id: null } : change
  if (await changeBooking(tx, keys, id, withOwner, expected)) await resendReceipt(tx, id)
  if (to != null) await handOver(tx, actor, id, { sales_user_id: to })
  if (change.privacy_consent_how != null || change.privacy_consent_at != null) await completeConsent(tx, id)
}

// The way and the time of consent are stored together. The default is by telephone, and now.
const completeConsent = (tx: Tx, id: number) =>
  tx
    .updateTable('bookings')
    .set({
      privacy_consent_at: sql<string>`coalesce(privacy_consent_at, now())`,
      privacy_consent_how: sql<'phone'>`coalesce(privacy_consent_how, 'phone')`,
    })
    .where('id', '=', id)
    .execute()

export async function refuseLater(tx: Tx, moment: string | null | undefined) {
  if (!moment) return
  const { rows } = await sql<{
    is_later: boolean
  }>`select ${moment}::timestamptz > clock_timestamp() as is_later`.execute(tx)
  if (rows[0]?.is_later)
    refuseField('privacy_consent_at', ['同意的時間不可在未來。', 'Consent cannot be given in the future.'])
}

/** Changes the contact, the salesperson and payment dates. Returns whether the mail address has changed. */
export async function changeBooking(
  tx: Tx,
  keys: Keys,
  id: number,
  { contact, infant_price, ...change }: BookingChange,
  expected: Expected,
) {
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
  if (isReaddressed) await forgetContactChanges(tx, id)
  const { customer_user_id = booking.customer_user_id } = change
  if (isReaddressed || customer_user_id !== booking.customer_user_id)
    await emit(tx, 'booking.readdressed', { booking_id: id, has_new_address: isReaddressed })
  return isReaddressed
}

/** Sets what a colleague has asked for. */
export async function setAskedInfantPrice(tx: Tx, id: number, infant: number) {
  await setInfantPrice(tx, await lockBooking(tx, id), infant)
}

// An infant price is set only if the trip had none when it was booked, and may then be corrected.
const setInfantPrice = async (tx: Tx, { id, status, price }: LockedBooking, infant: number) => {
  if (!price || !aliveStatuses.includes(status)) refuseField('infant_price', noPriceYet)
  else if (price.infant !== null && !price.is_infant_set) refuseField('infant_price', hasInfantPrice)
  refuseCents(infant, price.currency, 'infant_price')
  const set = { ...price, infant, is_infant_set: true }
  await tx
    .updateTable('bookings')
    .set({ price: JSON.stringify(set) })
    .where('id', '=', id)
    .execute()
  await chargeParty(tx, id)
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

const lockBooking = async (tx: Tx, id: number) =>
  found(await tx.selectFrom('bookings').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst())

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    /** `former` is the earlier mail address, encrypted, because a payload may hold no personal data. */
    'bookings.contact-changed': { booking_id: number; former: string }
  }
}

const FORMER_CONTACT = 'former contact'

/**
 * Mails the former address that it is no longer the contact, so that its owner can object. It gets no link that takes the change
 * back: the office has spoken with somebody, or nobody had proved the former address.
 */
export async function mailFormerContact(
  { booking_id, former }: Jobs['bookings.contact-changed'],
  tools: JobTools,
  id: string,
) {
  const { booking_number, locale, sender, replyTo } = await tools.database.db
    .selectFrom('bookings')
    .innerJoin('planned_trips as t', 't.id', 'bookings.planned_trip_id')
    .select(['booking_number', 'locale'])
    .select([inCharge.as('replyTo'), senderFor(salesId, sql`bookings.branch_id`).as('sender')])
    .where('bookings.id', '=', booking_id)
    .executeTakeFirstOrThrow()
  const to = tools.keys.open(FORMER_CONTACT, Buffer.from(former, 'base64')).toString()
  const params = { number: booking_number, link: null }
  await sendLetter(
    tools,
    { id, to, replyTo },
    mailOf('booking.contact-changed', params, { locale, name: null, sender }),
  )
}

export function changeRoute(on: On, { keys }: FastifyInstance) {
  on.put(
    '/:id',
    {
      access: editors,
      summary: 'Change the contact, the person in charge, the payment dates, and how and when consent was given',
      body: BookingChange,
      returns: ShownBooking,
      etag: 'content',
      refuses: ['stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeByStaff(tx, keys, actor, params.id, body, expected)
      return oneBooking(tx, { ...actingOf(actor), ...params })
    },
  )
}
