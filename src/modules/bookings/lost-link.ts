import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { oneRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { labelled, line } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { callerFingerprint } from '../../kit/http/server/caller.ts'
import { phoneKey } from '../../kit/phones.ts'
import { isOver, tally, throttle } from '../../kit/throttle.ts'
import { limits } from '../../limits.ts'
import { notify } from '../notifications/notify.ts'
import { concernedBy } from '../travelers/notices.ts'
import { queueLetter } from './mails.ts'

/** What a customer knows who has lost the mail: the number of the booking, and how its contact is reached. */
export const LostLink = Type.Object({
  booking_number: labelled(line(40, 'KIX270310A-007'), ['訂單編號', 'Booking number']),
  contact: labelled(line(254, '0912-345-678'), [
    '報名時留的電話或電子郵件',
    'Telephone or mail address of the booking',
  ]),
})
export type LostLink = Static<typeof LostLink>

/**
 * Mails a link again to the address on record; without one, sales are told. The caller learns nothing: neither whether the booking
 * exists nor whether a mail leaves. Earlier links stay, so that nobody can end those of another.
 */
export async function askForLostLink(tx: Tx, { booking_number, contact }: LostLink, address: string) {
  await throttle(tx, limits['lost links from'], address)
  const booking = await bookingOfContact(tx, {
    number: booking_number.toUpperCase(),
    email: contact.toLowerCase(),
    phone: contact.includes('@') ? '' : phoneKey(contact),
  })
  if (!booking || isOver(await tally(tx, limits['lost link of booking'], booking.id))) return
  if (booking.has_email) await queueLetter(tx, booking.id, 'link')
  else await tellSales(tx, booking)
}

const bookingOfContact = oneRow((db, { number, email, phone }: { number: string; email: string; phone: string }) =>
  db
    .selectFrom('bookings')
    .select(['id', 'contact_name as contact'])
    .select(sql<boolean>`contact_email is not null`.as('has_email'))
    .where('booking_number', '=', number)
    .where(sql<boolean>`(lower(contact_email) = ${email} or (${phone} <> '' and phone_key(contact_phone) = ${phone}))`),
)

const tellSales = async (tx: Tx, { id, contact }: { id: number; contact: string }) => {
  const { serial, number, sales } = await concernedBy(tx, id)
  const about = { type: 'booking', id }
  await notify(tx, { who: sales, event: 'booking.link-asked', params: { serial, number, contact }, about })
}

/** `POST /api/trip-registrations/lost-link` */
export function lostLinkRoute(on: On, app: FastifyInstance) {
  on.post(
    '/lost-link',
    {
      name: 'requestBookingLink',
      access: 'public',
      summary: 'Have the link of a booking mailed again to its contact; the answer is the same for every number',
      body: LostLink,
      returns: Type.Null(),
      refuses: ['too_many_requests'],
    },
    async ({ tx, body, request }) => {
      await askForLostLink(tx, body, callerFingerprint(app.keys, request.ip))
      return null
    },
  )
}
