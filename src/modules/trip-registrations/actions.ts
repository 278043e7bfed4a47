import { sql } from 'kysely'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { Refusal } from '../../kit/errors.ts'
import { refuseStep } from '../../kit/flow.ts'
import type { Keys } from '../../kit/keys.ts'
import { throttle } from '../../kit/throttle.ts'
import type { Locale } from '../../kit/words.ts'
import { changeBooking } from '../bookings/actions.ts'
import { enterBooking, twinMark } from '../bookings/entry-actions.ts'
import { heldTripToBook, isOpenToAll } from '../bookings/grounds.ts'
import { makeManageLink } from '../bookings/link-actions.ts'
import { accountOf } from '../bookings/people.ts'
import { type Receipt, receiptOf } from '../bookings/receipt-queries.ts'
import { type Checks, checksOfTravelers } from '../travelers/checks.ts'
import type { Completion, PublicRegistration } from './schema.ts'

const AN_HOUR = 3600
const MOST_OF_AN_ADDRESS = 20
const MOST_OF_A_TRIP = 5000

type Caller = { address: string; locale: Locale }

/** A stranger registers a party: everything is written and the seats are taken, or nothing is. Refusals are given back, so that the try counts. */
export const register = async (tx: Tx, keys: Keys, body: PublicRegistration, { address, locale }: Caller) => {
  const { website, privacy_consent: _given, planned_trip_id, ...entry } = body
  await throttle(tx, { key: `trip registration from ${address}`, most: MOST_OF_AN_ADDRESS, seconds: AN_HOUR })
  // It is told so, since a browser may have filled it in for a person, who must not believe to be registered.
  if (website) return new Refusal('invalid_input', { errors: { website: [leaveEmpty] } })
  const customer_user_id = await accountOf(tx, body.contact.email)
  const trip = await heldTripToBook(tx, planned_trip_id)
  if (!trip || !isOpenToAll(trip)) return new Refusal('invalid_input', { errors: { planned_trip_id: [notOpen] } })
  // Counted once the trip is held, since the count is held as long.
  await throttle(tx, { key: `trip registration for ${trip.id}`, most: MOST_OF_A_TRIP, seconds: AN_HOUR })
  const twin_mark = twinMark(keys, body)
  if (await hasTwin(tx, trip.id, twin_mark)) return new Refusal('duplicate', { detail: twins })

  const { booking_id, warnings } = await enterBooking(
    tx,
    keys,
    trip,
    { ...entry, customer_user_id, sales_user_id: trip.sales_user_id },
    { source: 'public', locale, twin_mark },
  )
  const { token, expires_at } = await makeManageLink(tx, booking_id)
  const manage_link = { token, path: `/registrations/${token}`, expires_at }
  const receipt = { ...withChecks(await receiptOf(tx, booking_id), warnings), manage_link }
  return { json: JSON.stringify(receipt), id: token }
}

/** What its link shows of a booking, with what is still to be done for each traveler. */
export const managed = async (db: Db, booking_id: number) => {
  const booking = await receiptOf(db, booking_id)
  const ids = booking.travelers.map(({ id }) => id)
  return withChecks(booking, await checksOfTravelers(db, ids))
}

const withChecks = ({ travelers, ...booking }: Receipt, found: Checks[]) => {
  const checks = new Map(found.map(({ id, checks }) => [id, checks]))
  return { ...booking, travelers: travelers.map((one) => ({ ...one, checks: checks.get(one.id) ?? [] })) }
}

/** Whoever holds the link completes what was left open, as long as the booking stands. */
export const complete = async (tx: Tx, booking_id: number, body: Completion) => {
  const { status } = await receiptOf(tx, booking_id)
  if (['cancelled', 'expired', 'completed'].includes(status)) refuseStep('change', status, [])
  await changeBooking(tx, booking_id, body, undefined)
}

// The trip is held, so that of two that come at once the second finds the first.
const hasTwin = async (tx: Tx, planned_trip_id: number, mark: Buffer) =>
  !!(await tx
    .selectFrom('bookings')
    .select('id')
    .where('planned_trip_id', '=', planned_trip_id)
    .where('twin_mark', '=', mark)
    .where('status', 'not in', ['cancelled', 'expired'])
    .where(sql<boolean>`created_at > now() - interval '1 hour'`)
    .limit(1)
    .executeTakeFirst())

const leaveEmpty = ['此欄請留空。', 'Leave this field empty.'] as const
const notOpen = ['此團目前不開放報名。', 'This trip is not open for registration.'] as const
const twins = [
  '剛才已收到相同的報名，收據與管理連結已寄至聯絡信箱；如需再報名請稍後再試。',
  'The same party was registered a moment ago; its receipt and link went to the mail of the contact.',
] as const
