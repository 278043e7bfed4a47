import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { settleAll } from '../../kit/async/settle.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { Refusal } from '../../kit/errors.ts'
import { moment, shownFields } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { callerFingerprint, mailboxFingerprint } from '../../kit/http/server/caller.ts'
import { phoneKey } from '../../kit/phones.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { throttle } from '../../kit/throttle.ts'
import type { Locale, Words } from '../../kit/words/words.ts'
import { limits } from '../../limits.ts'
import { makeLink } from '../links/links.ts'
import { sealTravelers } from '../travelers/add.ts'
import { EnteredTraveler } from '../travelers/schema.ts'
import { bookParty, getsSeats, inRooms, partyFingerprint } from './book-party.ts'
import { Registration } from './booking.ts'
import { isOpenToStrangers, lockedTripToBook, refusalOfClosedTrip } from './locks.ts'
import { Managed, receiptOf } from './manage.ts'
import { MOST_NAMED, MOST_TRAVELERS, refusalOfLargeParty } from './party-size.ts'
import { seatColumns } from './seats.ts'

const mostTravelers = `最多 ${MOST_TRAVELERS} 人。At most ${MOST_TRAVELERS}.`

/** The body of a public registration. `website` is a honeypot field that people do not see. */
export const PublicRegistration = Type.Object({
  ...Registration.properties,
  travelers: Type.Array(EnteredTraveler, {
    minItems: 1,
    maxItems: MOST_NAMED,
    description: mostTravelers,
  }),
  website: Type.Optional(Type.String({ maxLength: 200, description: 'Leave it empty.' })),
})
export type PublicRegistration = Static<typeof PublicRegistration>

/** The answer to a registration. The link appears only here and in the mail. */
const RegistrationReceipt = Type.Object({
  ...Managed.properties,
  manage_link: Type.Object({
    token: Type.String(),
    path: Type.String({ examples: ['/l/booking/m3Jc…'] }),
    ...shownFields({ expires_at: moment() }),
  }),
})

/** The most unproved parties of one mailbox on one trip, and of one telephone number without a mailbox. */
const MOST_UNPROVED = { by_mail: 2, by_phone: 1 }

/** The most people of a registration that leaves a telephone number alone: its seats are kept until somebody has called. */
const MOST_BY_PHONE = 8

/** The fault of a party that is too large to be registered without a mail address. */
export function faultOfPhoneOnly(travelers: number): Words | undefined {
  if (travelers <= MOST_BY_PHONE) return undefined
  return [
    `只留電話最多可報名 ${MOST_BY_PHONE} 人；請填寫電子郵件，或來電由業務為您報名。`,
    `With a telephone number alone you can register ${MOST_BY_PHONE} people at most: enter an email address, or call us and sales register you.`,
  ]
}

/** The address of the caller and the contact in the body, both as fingerprints. */
type Caller = {
  address: string
  contact: string
  locale: Locale
  /** Refuses a party that was told it gets seats if it would only get a place in line. */
  onlySeated?: boolean
}

/** Registers a party without an account: all or nothing. Refusals are returned, not thrown, so that the attempt is counted. */
export async function register(tx: Tx, keys: Keys, body: PublicRegistration, caller: Caller) {
  const { website, privacy_consent: _given, planned_trip_id, travelers, rooms, ...given } = body
  await settleAll([
    throttle(tx, limits['trip registration from'], caller.address),
    throttle(tx, limits['mail to a stranger'], caller.contact),
  ])
  // Refused instead of silently ignored, because a browser may have filled it in for a person.
  if (website) return new Refusal('invalid_input', { errors: { website: [leaveEmpty] } })
  const tooLarge = await refusalOfLargeParty(tx, travelers.length)
  if (tooLarge) return tooLarge
  const party = sealTravelers(keys, inRooms(travelers, rooms))
  const fingerprint = partyFingerprint(keys, body)
  const email = body.contact.email?.toLowerCase() ?? null

  // This locks the row of the trip. Other registrations for it wait from here on.
  const [trip, onTrip] = await settleAll([
    lockedTripToBook(tx, planned_trip_id),
    // This query is sent together with the lock, and runs once the lock is granted.
    tripBeforeRegistration(tx, { id: planned_trip_id, fingerprint, email, phone: body.contact.phone }),
    throttle(tx, limits['trip registration for'], planned_trip_id),
  ])
  if (!onTrip || !isOpenToStrangers(trip)) return refusalOfClosedTrip()
  if (email === null && !onTrip.telephone_only)
    return new Refusal('invalid_input', { errors: { 'contact.email': [needsMailbox] } })
  const tooManyByPhone = email === null ? faultOfPhoneOnly(travelers.length) : undefined
  if (tooManyByPhone) return new Refusal('invalid_input', { errors: { 'contact.email': [tooManyByPhone] } })
  if (onTrip.is_duplicate) return new Refusal('duplicate', { detail: email === null ? duplicateCall : duplicateWords })
  if (onTrip.unproved_parties >= (email === null ? MOST_UNPROVED.by_phone : MOST_UNPROVED.by_mail))
    return new Refusal('duplicate', { detail: email === null ? callFirst : confirmFirst })
  const details = { ...given, customer_user_id: null, sales_user_id: trip.sales_user_id }
  const origin = { source: 'public', locale: caller.locale, twin_mark: fingerprint } as const
  const isSeated = await getsSeats(tx, { trip, seats: onTrip, party, source: 'public' })
  if (caller.onlySeated && !isSeated)
    return new Refusal('invalid_input', { errors: { planned_trip_id: [fullMeanwhile] } })
  const booking_id = await bookParty(tx, keys, { trip, party, details, origin, isSeated })
  const { token, expires_at } = await makeLink(tx, 'booking', booking_id, { is_mailed: false })
  const receipt = await receiptOf(tx, booking_id, { is_mailed: false })
  const manage_link = { token, path: `/l/booking/${token}`, expires_at }
  return { json: JSON.stringify({ ...receipt, manage_link }), id: token, booking_id }
}

// The facts that a registration depends on. The trip is locked, so the second of two equal registrations finds the first.
const tripBeforeRegistration = oneRow(
  (db, { id, fingerprint, ...contact }: { id: number; fingerprint: Buffer } & Known) =>
    db
      .selectFrom('planned_trips as t')
      .select([...seatColumns, unprovedParties(contact).as('unproved_parties')])
      .select(sql<boolean>`(select telephone_only from site)`.as('telephone_only'))
      .select(isThereBefore(fingerprint).as('is_duplicate'))
      .where('t.id', '=', id),
)

const isThereBefore = (fingerprint: Buffer) => sql<boolean>`exists (
  select from bookings b where b.planned_trip_id = t.id and twin_mark = ${fingerprint} and status not in ('cancelled', 'expired')
     and created_at > now() - interval '1 hour')`

type Known = { email: string | null; phone: string }
// The number of unproved parties of this contact on a trip. Without a mail address it is known by its telephone number, also where
// that number has registered with an address before.
const unprovedParties = ({ email, phone }: Known) => sql<number>`(
  select count(*) from bookings b
   where b.planned_trip_id = t.id and contact_proved_at is null and status in ('held', 'waitlisted')
     and (lower(contact_email) = ${email}::text or (${email}::text is null and phone_key(contact_phone) = phone_key(${phone}))))`

/** What counts the registrations of a contact: its mailbox, else its telephone number. */
export function contactFingerprint(keys: Keys, { email, phone }: PublicRegistration['contact']) {
  return mailboxFingerprint(keys, email ?? phoneKey(phone))
}

const leaveEmpty = ['此欄請留空。', 'Leave this field empty.'] as const
const fullMeanwhile = [
  '名額剛剛額滿了；您填的資料都還在，可以改為候補，或看看其他出發日。',
  'The last seats were just taken. What you entered is kept: you can join the waitlist, or look at other dates.',
] as const
const confirmFirst = [
  '這個信箱在此團已有兩筆尚未確認的報名；請先開啟寄到信箱的連結並確認。',
  'Two registrations of this address for this trip are not confirmed yet; open the links that were mailed to it first.',
] as const
const needsMailbox = [
  '請填寫電子郵件；確認信會寄到這裡。',
  'Enter an email address; the confirmation goes there.',
] as const
const callFirst = [
  '這個電話在此團已有一筆尚未確認的報名；請等我們的電話，或直接來電。',
  'A registration of this telephone number for this trip is not confirmed yet: wait for our call, or call us.',
] as const
const duplicateCall = [
  '剛才已收到相同的報名，我們會致電與您確認；如需再報名請稍後再試。',
  'The same registration was received a moment ago; we call you to confirm it.',
] as const
const duplicateWords = [
  '剛才已收到相同的報名，報名確認信已寄至聯絡信箱；如需再報名請稍後再試。',
  'The same registration was received a moment ago; the confirmation mail was sent to the contact.',
] as const

export function registrationRoute(on: On, { keys }: FastifyInstance) {
  on.create(
    '',
    {
      access: 'public',
      summary: 'Register a party for a trip; waitlisted if it is full. The answer is a receipt',
      body: PublicRegistration,
      returns: RegistrationReceipt,
      etag: 'none',
      serializeBy: 'planned_trip_id',
      refuses: ['duplicate', 'too_many_requests'],
    },
    ({ tx, body, locale, request }) =>
      register(tx, keys, body, {
        address: callerFingerprint(keys, request.ip),
        contact: contactFingerprint(keys, body.contact),
        locale,
      }),
  )
}
