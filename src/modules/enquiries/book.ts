import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuseField } from '../../kit/errors.ts'
import type { Expected } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { ContactByStaff, NewBooking } from '../bookings/booking.ts'
import { createBooking, tieToEnquiry } from '../bookings/create.ts'
import { oneBooking, shownBooking } from '../bookings/read.ts'
import { Entered } from '../travelers/checks.ts'
import { actingOf, readerOf } from '../users/reader.ts'
import { enquirySteps } from './flow.ts'
import { oneEnquiry, shownEnquiry, shownTo } from './read.ts'
import { Linking } from './schema.ts'
import { takeEnquiryStep } from './steps.ts'

/** A booking whose contact is that of the enquiry, unless another is given. */
const Booking = Type.Object({ ...NewBooking.properties, contact: Type.Optional(ContactByStaff) })
type Booking = Static<typeof Booking>

type Making = { keys: Keys; actor: Actor; expected: Expected }

/**
 * Books for whoever asked, by the action of all bookings. Contact, note, owner and where the person heard of the agency are those of the
 * enquiry unless the body says otherwise, and the booking keeps the enquiry.
 */
const bookEnquiry = async (tx: Tx, { keys, actor, expected }: Making, id: number, { contact, ...body }: Booking) => {
  const enquiry = found(await tx.selectFrom('enquiries').selectAll().where('id', '=', id).executeTakeFirst())
  const { name, phone, email, line_id, locale, sales_user_id, wish } = enquiry
  const heard = enquiry.source === 'recommendation' ? 'referral' : null
  const booked = await createBooking(
    tx,
    keys,
    actor,
    {
      locale,
      customer_note: wish,
      ...(sales_user_id !== null && { sales_user_id }),
      ...body,
      contact: contact ?? { name, phone: phone ?? refuseField('contact.phone', noPhone), email, line_id },
      marketing_source: body.marketing_source ?? (enquiry.marketing_source as Booking['marketing_source']) ?? heard,
    },
    id,
  )
  // The enquiry is locked after the trip and the booking, as an erasure does.
  await takeEnquiryStep(tx, actor, id, 'book', { expected })
  return booked
}

const noPhone = [
  '這筆洽詢沒有電話，訂單需要一個；請填聯絡人。',
  'The enquiry has no telephone number, and a booking needs one: give the contact.',
] as const

/** A booking that is there already is what came of the enquiry. */
const linkBooking = async (tx: Tx, actor: Actor, id: number, booking_id: number, expected: Expected) => {
  found(await tx.selectFrom('enquiries').select('id').where('id', '=', id).executeTakeFirst())
  await tieToEnquiry(tx, readerOf(actor), booking_id, id)
  await takeEnquiryStep(tx, actor, id, 'link', { expected })
}

export function bookRoutes(on: On, { keys }: FastifyInstance) {
  on.post(
    '/:id/booking',
    {
      name: 'bookEnquiry',
      access: enquirySteps.book.by,
      summary:
        'Make a booking of an enquiry, which is won then; the contact is that of the enquiry unless another is given',
      body: Booking,
      ...shownBooking,
      meta: Entered,
      refuses: ['not_found', 'stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      const { booking_id, warnings } = await bookEnquiry(tx, { keys, actor, expected }, params.id, body)
      return { ...(await oneBooking(tx, { ...actingOf(actor), id: booking_id })), meta: { warnings } }
    },
  )
  on.post(
    '/:id/link',
    {
      name: 'linkEnquiryToBooking',
      access: enquirySteps.link.by,
      summary: 'Link an enquiry to a booking that was made of it, and win it',
      body: Linking,
      ...shownEnquiry,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await linkBooking(tx, actor, params.id, body.booking_id, expected)
      return oneEnquiry(tx, shownTo(actor, params.id))
    },
  )
}
