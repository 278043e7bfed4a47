import type { Jobs, JobTools } from '../../kit/jobs/jobs.ts'
import { letter } from '../../kit/mail.ts'
import { say, type Words } from '../../kit/words/words.ts'

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
    subject: `${booking_number} ${say(subject, locale)}`,
    text: letter(locale, null, [says]),
  })
}

const subject: Words = ['聯絡信箱已變更', 'The contact address was changed']
const says: Words = [
  '這筆訂單的聯絡信箱已改為另一個地址，之後的通知將寄到新的信箱。若這不是您的要求，請立即與我們聯絡。',
  'The contact address of this booking was changed, and mails go to the new one from now on. If you did not ask for this, please contact us at once.',
]
