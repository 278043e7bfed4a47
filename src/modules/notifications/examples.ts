import { type Static, Type } from 'typebox'
import { anyText, oneOf } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { type Locale, locales, type Words } from '../../kit/words/words.ts'
import { inWords, languages, type Params } from '../languages/languages.ts'
import { isNotice, type NoticeName, samples } from '../languages/samples.ts'
import { letter } from './letter.ts'
import { isMailed } from './notify.ts'

/** What the notices of a group are about, by the first word of their names. */
export const groupWords: Readonly<Record<string, Words>> = {
  'addon-request': ['加購', 'Extras'],
  booking: ['訂單', 'Bookings'],
  'change-request': ['變更申請', 'Change requests'],
  payment: ['款項', 'Payments'],
  refund: ['退款', 'Refunds'],
  'room-supplement': ['單人房差', 'Single supplements'],
  'planned-trip': ['團', 'Trips'],
  'trip-assembly': ['集合', 'Meeting points'],
  'trip-message': ['寫給全團', 'Messages to everybody'],
  'trip-leader': ['帶團', 'Leading'],
  'trip-handover': ['交接', 'Handovers'],
  'trip-deadline': ['期限', 'Deadlines'],
  'trip-flights': ['航班', 'Flights'],
  'leader-unavailability': ['請假', 'Days off'],
  'tour-leader': ['領隊證件', 'Papers of leaders'],
  'departure-notice': ['行前通知書', 'Departure notices'],
  seminar: ['說明會', 'Seminars'],
  'seminar-session': ['說明會場次', 'Sessions'],
  'seminar-guest': ['說明會來賓', 'Guests'],
  'traveler-document': ['旅客文件', 'Papers'],
  'traveler-request': ['旅客需求', 'Wishes'],
  traveler: ['旅客資料', 'Traveler'],
  travelers: ['尚缺資料', 'What is missing'],
  work: ['今日待辦', 'The morning'],
  webhook: ['對外通知', 'Webhooks'],
  account: ['帳號', 'Accounts'],
  'second-factor': ['兩步驟驗證', 'Second factor'],
}

type Channel = 'app' | 'mail'
type Said = { locale: Locale; subject: string; text: string }
export type Preview = { name: NoticeName; channels: readonly Channel[]; said: readonly Said[] }

/** Everything that people are told, with examples of what it is about. */
export function allPreviews() {
  return Object.keys(samples).filter(isNotice).map(previewOf)
}

/** The record that it is about: the first word of its name. */
export function groupOf({ name }: Preview) {
  return name.split('.')[0] ?? name
}

/** A notice with the example of its parameters, in all languages: the mail if it is mailed, or else what the app shows. */
const previewOf = (name: NoticeName): Preview => {
  const channels = channelsOf(name)
  return { name, channels, said: locales.map((locale) => saidIn(name, locale, channels.includes('mail'))) }
}

const saidIn = (name: NoticeName, locale: Locale, isMail: boolean): Said => {
  const { title, body } = inWords(name, samples[name], locale)
  const addressee = isUnproved(name) ? null : languages[locale].addressee
  return { locale, subject: title, text: isMail ? letter({ locale, name: addressee }, [body], linkOf(name)) : body }
}

// A mail to an address that is not proved greets nobody by name.
const isUnproved = (name: NoticeName) => /\/unproved$|^seminar-guest|^booking\.contact-changed/.test(name)

// The others have a link of their own in their text, or none.
const linkOf = (name: NoticeName) =>
  isMailed(name) && !isOnlyMail(name) ? 'https://guidon.example/l/booking/q3Jx…' : undefined

const isOnlyMail = (name: NoticeName) => isUnproved(name) || /^(account|second-factor)\.|\/mail$/.test(name)

const channelsOf = (name: NoticeName): readonly Channel[] => {
  const params: Params = samples[name]
  if (isOnlyMail(name)) return ['mail']
  return isMailed(name) || params.link !== undefined ? ['app', 'mail'] : ['app']
}

const NoticeExample = Type.Object({
  name: anyText('booking.confirmed'),
  group: anyText('booking'),
  label: anyText('訂單'),
  label_en: anyText('Bookings'),
  channels: Type.Array(oneOf(['app', 'mail'])),
  said: Type.Array(Type.Object({ locale: oneOf(locales), subject: anyText(), text: anyText() })),
})

/** The notices in the groups of the gallery, each in all languages. */
const noticeExamples = (): Static<typeof NoticeExample>[] =>
  allPreviews().map((preview) => {
    const group = groupOf(preview)
    const [label, label_en] = groupWords[group] ?? [group, group]
    return { ...preview, group, label, label_en, channels: [...preview.channels], said: [...preview.said] }
  })

export function exampleRoute(on: On) {
  return on.get(
    '/examples',
    {
      name: 'listNoticeExamples',
      access: ['admin'],
      summary: 'Everything that people are told, as the app shows it or as the mail arrives, with examples',
      returns: Type.Array(NoticeExample),
      etag: 'content',
    },
    async () => noticeExamples(),
  )
}
