import type { JobTools } from '../../kit/jobs/jobs.ts'
import { inPlaces, languages, storedInWords } from '../languages/languages.ts'
import { makeLink } from '../links/actions.ts'
import { letter } from './letter.ts'
import type { Letter } from './queue.ts'

// The maximum of notices in a mail; the others are in the account.
const TOLD = 50

/** The words of a mail. The subject is that of the newest notice. */
export const written = async (to: Letter, tools: JobTools) => {
  const { locale, notices } = to
  const link = await linkFor(tools, to)
  const { mail } = languages[locale]
  const said = notices.map((notice) => storedInWords(notice, locale))
  const { title, body } = said.at(-1) ?? { title: '', body: '' }
  if (said.length === 1) return { subject: title, text: letter(to, [body], link) }
  // Each is one paragraph, so that they are told apart.
  const parts = said.slice(-TOLD).map((each) => `${each.title}\n${each.body.replaceAll('\n\n', '\n')}`)
  const left = said.length - TOLD
  return {
    subject: inPlaces(mail.several, { title, count: said.length - 1 }),
    text: letter(to, [...parts, ...(left > 0 ? [inPlaces(mail.left, { count: left })] : [])], link),
  }
}

// A page that its reader can open. A link with a token is created when the mail is sent, so that no secret is stored.
const linkFor = async ({ database, publicUrl }: JobTools, { booking_id, traveler_id, desk, notices }: Letter) => {
  const linkTo = async (kind: 'traveler' | 'booking', id: number) => {
    const { token } = await database.transaction({}, (tx) => makeLink(tx, kind, id))
    return `${publicUrl}/l/${kind}/${token}`
  }
  if (traveler_id !== null) return linkTo('traveler', traveler_id)
  if (booking_id !== null) return linkTo('booking', booking_id)
  // A leader without an account has no page.
  if (desk === null) return undefined
  const { subject_type, subject_id } = notices.at(-1) ?? { subject_type: '', subject_id: 0 }
  const page = pages[desk].find(([type]) => type === subject_type)
  return page ? `${publicUrl}/desk/${page[1]}/${subject_id}` : `${publicUrl}/desk`
}

/** Where the console shows a record to an account. */
const request = ['addon_request', 'requests'] as const
const booking = ['booking', 'bookings'] as const
const trip = ['planned_trip', 'trips'] as const
const traveler = ['traveler', 'travelers'] as const
const pages = { office: [request, booking, trip, traveler], leader: [trip], customer: [request, booking] } as const
