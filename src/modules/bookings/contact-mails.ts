import type { Jobs, JobTools } from '../../kit/jobs/jobs.ts'
import { mailOf } from '../notifications/letter.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    /** `former` is the address the booking had before, encrypted: a payload holds no personal data. */
    'bookings.contact-changed': { booking_id: number; former: string }
  }
}

export const FORMER_CONTACT = 'former contact'

/** Mails the former address that it is no longer the contact, so that its owner can object. */
export const mailFormerContact = async (
  { booking_id, former }: Jobs['bookings.contact-changed'],
  { database, keys, mailer }: JobTools,
  id: string,
) => {
  const { booking_number, locale } = await database.db
    .selectFrom('bookings')
    .select(['booking_number', 'locale'])
    .where('id', '=', booking_id)
    .executeTakeFirstOrThrow()
  await mailer.send({
    id,
    to: keys.open(FORMER_CONTACT, Buffer.from(former, 'base64')).toString(),
    ...mailOf('booking.contact-changed', { number: booking_number }, { locale, name: null }),
  })
}
