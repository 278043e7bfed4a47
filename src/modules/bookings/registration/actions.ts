import { sql } from 'kysely'
import { settleAll } from '../../../kit/async/settle.ts'
import { oneRow } from '../../../kit/db/statement.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { found, Refusal } from '../../../kit/errors.ts'
import { mayTake } from '../../../kit/flow.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { throttle } from '../../../kit/throttle.ts'
import type { Locale } from '../../../kit/words/words.ts'
import { sealTravelers } from '../../travelers/creation-actions.ts'
import { changeBooking } from '../actions.ts'
import { enterBooking, partyFingerprint } from '../creation-actions.ts'
import { life, standingOf } from '../flow.ts'
import { isOpenToAll, lockedTripToBook, seatsOf, type TripToBook } from '../grounds.ts'
import { accountOf } from '../people.ts'
import { inRooms } from '../rules.ts'
import { makeManageLink } from './link-actions.ts'
import { receiptOf } from './receipt-queries.ts'
import type { Completion, PublicRegistration } from './schema.ts'

const AN_HOUR = 3600
const MOST_OF_AN_ADDRESS = 20
const MOST_OF_A_TRIP = 5000

type Caller = { address: string; locale: Locale }

/** A stranger registers a party: all or nothing. Refusals are returned, not thrown, so that the attempt is counted. */
export const register = async (tx: Tx, keys: Keys, body: PublicRegistration, { address, locale }: Caller) => {
  const { website, privacy_consent: _given, planned_trip_id, travelers, rooms, ...given } = body
  const [customer_user_id] = await settleAll([
    accountOf(tx, body.contact.email),
    throttle(tx, { key: `trip registration from ${address}`, most: MOST_OF_AN_ADDRESS, seconds: AN_HOUR }),
  ])
  // Refused and not silently accepted, since a browser may have filled it in for a person.
  if (website) return new Refusal('invalid_input', { errors: { website: [leaveEmpty] } })
  const party = sealTravelers(keys, inRooms(travelers, rooms))
  const fingerprint = partyFingerprint(keys, body)

  // From here on other registrations for this trip wait.
  const trip = await lockedTripToBook(tx, planned_trip_id)
  if (!trip || !isOpenToAll(trip)) return new Refusal('invalid_input', { errors: { planned_trip_id: [notOpen] } })
  const { seats, duplicate } = await standing(tx, trip, fingerprint)
  if (duplicate) return new Refusal('duplicate', { detail: duplicateWords })
  const details = { ...given, customer_user_id, sales_user_id: trip.sales_user_id }
  const origin = { source: 'public', locale, twin_mark: fingerprint } as const
  const booking_id = await enterBooking(tx, keys, { trip, seats, party, details, origin })
  return receiptWithLink(tx, booking_id)
}

const standing = async (tx: Tx, { id }: TripToBook, fingerprint: Buffer) => {
  const [seats, duplicate] = await settleAll([
    seatsOf(tx, id),
    duplicateOf(tx, { id, fingerprint }),
    throttle(tx, { key: `trip registration for ${id}`, most: MOST_OF_A_TRIP, seconds: AN_HOUR }),
  ])
  return { seats, duplicate }
}

const receiptWithLink = async (tx: Tx, booking_id: number) => {
  const [receipt, { token, expires_at }] = await settleAll([receiptOf(tx, booking_id), makeManageLink(tx, booking_id)])
  const manage_link = { token, path: `/registrations/${token}`, expires_at }
  return { json: JSON.stringify({ ...receipt, manage_link }), id: token }
}

/** The holder of the link completes missing data, as long as the booking is active. */
export const complete = async (tx: Tx, booking_id: number, body: Completion) => {
  const booking = found(
    await tx.selectFrom('bookings').select(['status', 'offered_at']).where('id', '=', booking_id).executeTakeFirst(),
  )
  mayTake(life, 'change', standingOf(booking), 'customer')
  await changeBooking(tx, booking_id, body, undefined)
}

// The trip is locked, so the second of two equal registrations finds the first.
const duplicateOf = oneRow((db, { id, fingerprint }: { id: number; fingerprint: Buffer }) =>
  db
    .selectFrom('bookings')
    .select('id')
    .where('planned_trip_id', '=', id)
    .where('twin_mark', '=', fingerprint)
    .where('status', 'not in', ['cancelled', 'expired'])
    .where(sql<boolean>`created_at > now() - interval '1 hour'`)
    .limit(1),
)

const leaveEmpty = ['此欄請留空。', 'Leave this field empty.'] as const
const notOpen = ['此團目前不開放報名。', 'This trip is not open for registration.'] as const
const duplicateWords = [
  '剛才已收到相同的報名，收據與管理連結已寄至聯絡信箱；如需再報名請稍後再試。',
  'The same party was registered a moment ago; its receipt and link went to the mail of the contact.',
] as const
