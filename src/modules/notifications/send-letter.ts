import type { JobTools } from '../../kit/jobs/jobs.ts'
import type { Envelope } from '../../kit/mail/mail.ts'
import { brandOf } from '../page-words.ts'
import { type Letter, textOf } from './letter.ts'
import { houseOnMails, htmlOf } from './letter-html.ts'

/** Sends a letter, as text and as a page of the house, in its name. */
export async function sendLetter(
  { database, mailer }: Pick<JobTools, 'database' | 'mailer'>,
  to: Envelope,
  letter: Letter,
) {
  const house = await houseOnMails(database.db, {})
  const { locale, subject } = letter
  const fromName = house.name === null ? null : brandOf(house, locale)
  await mailer.send({ ...to, fromName, subject, text: textOf(letter), html: htmlOf(letter, house) })
}
