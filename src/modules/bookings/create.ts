import type { FastifyInstance } from 'fastify'
import type { Json } from '../../kit/db/json.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { sealTravelers } from '../travelers/add.ts'
import { Entered, warningsOf } from '../travelers/checks.ts'
import { actingOf, type Reader } from '../users/reader.ts'
import { bookParty, getsSeats, inRooms } from './book-party.ts'
import { NewBooking } from './booking.ts'
import { refuseLater } from './change.ts'
import { accountOf, localeOf } from './customer.ts'
import { steps } from './flow.ts'
import { lockedBooking, tripToBook } from './locks.ts'
import { oneBooking, ShownBooking } from './read.ts'
import { seatsOf } from './seats.ts'

/**
 * Staff book for a customer, perhaps of an enquiry. Mails are in the language of the customer, not in that of the colleague.
 */
export async function createBooking(tx: Tx, keys: Keys, actor: Actor, body: NewBooking, enquiry_id?: number) {
  const { privacy_consent, planned_trip_id, travelers, rooms, ...given } = body
  const consent = consentOf({ ...given, privacy_consent })
  await refuseLater(tx, given.privacy_consent_at)
  const party = sealTravelers(keys, inRooms(travelers, rooms))
  const customer_user_id =
    given.customer_user_id ?? (given.contact.email ? await accountOf(tx, given.contact.email) : null)
  const trip = await tripToBook(tx, planned_trip_id)
  const seats = await seatsOf(tx, trip.id)
  const sales_user_id = given.sales_user_id ?? (actor.roles.includes('sales') ? actor.id : trip.sales_user_id)
  const { locale = await localeOf(tx, customer_user_id) } = given
  const details = { ...given, ...consent, customer_user_id, sales_user_id }
  const origin = { source: 'staff', locale, ...(enquiry_id !== undefined && { enquiry_id }) } as const
  const isSeated = await getsSeats(tx, { trip, seats, party, source: 'staff' })
  const booking_id = await bookParty(tx, keys, { trip, party, details, origin, isSeated, actor_id: actor.id })
  return { booking_id, warnings: await warningsOf(tx, { booking_id }, travelers) }
}

type Consent = Pick<NewBooking, 'privacy_consent' | 'privacy_consent_how' | 'privacy_consent_at'>
/** The consent that staff record for a customer: by default given by telephone now; or with its way and time; or not given yet. */
function consentOf({ privacy_consent, privacy_consent_how: how, privacy_consent_at: at }: Consent) {
  const isGiven = privacy_consent ?? (how != null || at != null)
  if (!isGiven && (how != null || at != null)) refuseField('privacy_consent', notGiven)
  return isGiven
    ? { privacy_consent_how: how ?? 'phone', privacy_consent_at: at ?? 'now' }
    : { privacy_consent_how: null, privacy_consent_at: null }
}
const notGiven = [
  '尚未同意時，請不要填寫同意的方式與時間。',
  'As long as consent is not given, leave out how and when it was given.',
] as const

/** Ties a booking to the enquiry that it was made of. */
export async function tieToEnquiry(tx: Tx, reader: Reader, id: number, enquiry_id: number) {
  const { booking } = await lockedBooking(tx, reader, id)
  if (booking.enquiry_id !== null) refuseField('booking_id', ofAnotherEnquiry)
  await tx.updateTable('bookings').set({ enquiry_id }).where('id', '=', id).execute()
}
const ofAnotherEnquiry = [
  '這筆訂單已連結另一筆洽詢；請選別的訂單。',
  'This booking is linked to an enquiry already: choose another one.',
] as const

export function createRoute(on: On, { keys }: FastifyInstance) {
  on.create(
    '',
    {
      access: steps.register.by,
      summary:
        'Book a party: held if there are seats for all of it, else waitlisted; a contact without a mail address gets no mail',
      body: NewBooking,
      returns: ShownBooking,
      meta: Entered,
      etag: 'content',
    },
    async ({ tx, actor, body }) => {
      const { booking_id: id, warnings } = await createBooking(tx, keys, actor, body)
      return { id, ...withMeta(await oneBooking(tx, { ...actingOf(actor), id }), { warnings }) }
    },
  )
}

const withMeta = (booking: Json, meta: object): Json => ({ ...booking, meta })
