import type { Jobs, JobTools } from '../../../kit/jobs/jobs.ts'
import { makeLink } from '../../links/links.ts'
import { mailOf } from '../../notifications/letter.ts'
import { sendLetter } from '../../notifications/send.ts'
import { senderOfHouse } from '../../notifications/sender.ts'
import { momentAt } from '../../page-words.ts'
import { type Place, placeOf } from './queries.ts'

type About = 'invited' | 'joined' | 'moved' | 'cancelled'

declare module '../../../kit/jobs/jobs.ts' {
  interface Jobs {
    'seminars.guest': { attendance_id: number; about: About }
  }
}

/** Mails a guest without an account: the confirmation, and changes of the session. */
export async function mailGuest({ attendance_id, about }: Jobs['seminars.guest'], tools: JobTools, id: string) {
  const { database, publicUrl } = tools
  const place = await placeOf(database.db, { attendance: attendance_id })
  if (!place?.email || !concerns(place, about)) return
  const { locale, title, title_en, email: to } = place
  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'session', attendance_id))
  const params = {
    title,
    title_en: title_en ?? title,
    place: whereAndWhen(place),
    link: `${publicUrl}/l/session/${token}`,
  }
  const sender = await senderOfHouse(database.db)
  // The address is not proved, so the mail contains nothing that the caller typed, and cannot be abused for spam.
  await sendLetter(tools, { id, to }, mailOf(`seminar-guest.${about}`, params, { locale, name: null, sender }))
}

// Only guests who are registered or invited, and only if the mail is still true.
const concerns = ({ traveler_id, status, is_cancelled }: Place, about: About) =>
  traveler_id === null &&
  (about === 'joined' ? ['registered'] : about === 'invited' ? ['invited'] : ['invited', 'registered']).includes(
    status,
  ) &&
  is_cancelled === (about === 'cancelled')

const whereAndWhen = (place: Place) =>
  [momentAt(place.starts_at, place.timezone, place.locale), place.venue, place.address, place.online_url]
    .filter((line) => line !== null)
    .join('\n')
