import type { Jobs, JobTools } from '../../../kit/jobs/jobs.ts'
import { letter } from '../../../kit/mail.ts'
import { localTime, say, type Words } from '../../../kit/words/words.ts'
import { makeLink } from '../../links/actions.ts'
import { type Place, placeOf } from './queries.ts'

type About = 'joined' | 'moved' | 'cancelled'

declare module '../../../kit/jobs/jobs.ts' {
  interface Jobs {
    'seminars.guest': { attendance_id: number; about: About }
  }
}

/** Mails a guest without an account: the confirmation, and changes of the session. */
export const mailGuest = async (
  { attendance_id, about }: Jobs['seminars.guest'],
  { database, mailer, publicUrl }: JobTools,
  id: string,
) => {
  const place = await placeOf(database.db, { attendance: attendance_id })
  if (!place?.email || !concerns(place, about)) return
  const { locale, title, title_en, email: to } = place
  const [zh, en] = subjects[about]
  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'session', attendance_id))
  const link = `${publicUrl}/l/session/${token}`
  const paragraphs: Words[] = [
    sentences[about],
    [whereAndWhen(place, 'zh-TW'), whereAndWhen(place, 'en')],
    ...(about === 'cancelled'
      ? []
      : [[`不能前來時，請由此取消：${link}`, `If you cannot come, please give up your place here: ${link}`] as const]),
  ]
  await mailer.send({
    id,
    to,
    subject: say([`${zh}：${title}`, `${en}: ${title_en ?? title}`], locale),
    // The address is not proved, so the mail contains nothing that the caller typed, and cannot be abused for spam.
    text: letter(locale, null, paragraphs),
  })
}

// Only guests with a seat, and only while it is still true.
const concerns = ({ traveler_id, status, is_cancelled }: Place, about: About) =>
  traveler_id === null && status === 'registered' && is_cancelled === (about === 'cancelled')

const subjects: Record<About, Words> = {
  joined: ['報名完成', 'You are registered'],
  moved: ['時間或地點變更', 'Changed'],
  cancelled: ['場次取消', 'Cancelled'],
}
const sentences: Record<About, Words> = {
  joined: ['已為您保留座位，期待與您見面。', 'Your place is kept; we look forward to seeing you.'],
  moved: ['您報名的場次有異動，現在是：', 'The session you registered for has changed. It now is:'],
  cancelled: ['很抱歉，您報名的場次不舉行：', 'We are sorry: the session you registered for does not take place.'],
}

const whereAndWhen = (place: Place, locale: 'zh-TW' | 'en') =>
  [
    say([place.title, place.title_en ?? place.title], locale),
    `${localTime(place.starts_at, place.timezone, locale)} (${place.timezone})`,
    place.venue,
    place.address,
    place.online_url,
  ]
    .filter((line) => line !== null)
    .join('\n')
