import { type Static, Type } from 'typebox'
import { anyText, oneOf } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { type Locale, locales, type Words } from '../../kit/words/words.ts'
import { inWords, languages, type Params } from '../languages/languages.ts'
import { isMailed, isNotice, type NoticeName, samples } from '../languages/samples.ts'
import { letter, linkTo, paragraphsOf, textOf } from './letter.ts'
import type { Sender } from './letter-sender.ts'

/** The names of the groups of notices, by the first word of the notices' names. */
export const groupWords: Readonly<Record<string, Words>> = {
  'addon-request': ['加購', 'Add-ons'],
  approval: ['核准', 'Approvals'],
  booking: ['訂單', 'Bookings'],
  'booking-message': ['訂單訊息', 'Messages about bookings'],
  'cancellation-request': ['取消申請', 'Requests to cancel'],
  'change-request': ['變更申請', 'Change requests'],
  enquiry: ['洽詢', 'Enquiries'],
  payment: ['款項', 'Payments'],
  'payment-request': ['請款', 'Payment requests'],
  'payment-reminder': ['付款提醒', 'Payment reminders'],
  'refund-order': ['退款單', 'Orders of refunds'],
  'cash-handover': ['現金交接', 'Handovers of cash'],
  cheque: ['支票', 'Cheques'],
  'payment-report': ['客戶回報的付款', 'Payments reported by customers'],
  paper: ['文件', 'Papers'],
  refund: ['退款', 'Refunds'],
  'room-supplement': ['單人房差', 'Single supplements'],
  'planned-trip': ['團', 'Trips'],
  'trip-assembly': ['集合', 'Meeting points'],
  'trip-news': ['團的異動', 'Changes of trips'],
  'trip-message': ['寫給全團', 'Group messages'],
  incident: ['事故', 'Incidents'],
  line: ['LINE 官方帳號', 'LINE account'],
  'trip-expense': ['領隊支出', 'Expenses of leaders'],
  'trip-feedback': ['旅後問卷', 'Feedback after the return'],
  'trip-leader': ['帶團', 'Leading'],
  'trip-handover': ['交接', 'Handovers'],
  'trip-deadline': ['期限', 'Deadlines'],
  'trip-flights': ['航班', 'Flights'],
  'leader-unavailability': ['請假', 'Days off'],
  'tour-leader': ['領隊證件與文件', 'Documents of leaders'],
  'departure-notice': ['行前通知書', 'Departure notices'],
  seminar: ['說明會', 'Seminars'],
  'seminar-session': ['說明會場次', 'Sessions'],
  'seminar-guest': ['說明會來賓', 'Guests'],
  'traveler-document': ['旅客證件與文件', 'Documents'],
  'traveler-request': ['旅客需求', 'Special requests'],
  traveler: ['旅客資料', 'Traveler'],
  travelers: ['尚缺資料', 'What is missing'],
  work: ['今日待辦', "Today's work"],
  webhook: ['對外通知', 'Webhooks'],
  account: ['帳號', 'Accounts'],
  'second-factor': ['兩步驟驗證', 'Two-step verification'],
}

type Channel = 'app' | 'mail'
type Said = { locale: Locale; subject: string; text: string }
export type Preview = { name: NoticeName; channels: readonly Channel[]; said: readonly Said[] }

/** Previews of all notices, with example values. */
export function allPreviews() {
  return Object.keys(samples).filter(isNotice).map(previewOf)
}

/** The record that the notice is about: the first word of its name. */
export function groupOf({ name }: Preview) {
  return name.split(/[./]/)[0] ?? name
}

/** A notice with its example parameters, in all languages: the mail if there is one, otherwise the text in the app. */
const previewOf = (name: NoticeName): Preview => {
  const channels = channelsOf(name)
  return { name, channels, said: locales.map((locale) => saidIn(name, locale, channels.includes('mail'))) }
}

const saidIn = (name: NoticeName, locale: Locale, isMail: boolean): Said => {
  const { title, body } = inWords(name, samples[name], locale)
  const addressee = isUnproved(name) ? null : languages[locale].addressee
  const to = { locale, name: addressee, sender: isForCustomers(name) ? senderOf(name) : null }
  return {
    locale,
    subject: title,
    text: isMail ? textOf(letter(to, title, paragraphsOf(body), linkOf(name, locale))) : body,
  }
}

const sender: Sender = {
  house: '旗手旅行社股份有限公司',
  house_en: 'Guidon Travel',
  person: '陳業務',
  person_en: 'Ann Chen',
  phone: '+886 2 2500 1234',
}
// A guest has no booking, and therefore no salesperson.
const senderOf = (name: NoticeName) =>
  name.startsWith('seminar-guest') ? { ...sender, person: null, person_en: null } : sender

// Notices that customers get too. Their mails name the sender.
const isForCustomers = (name: NoticeName) =>
  !name.endsWith('/sales') &&
  (/^(seminar-guest|departure-notice|trip-message|trip-assembly)/.test(name) || toCustomers.test(name))
const toCustomers =
  /^booking\.|^payment\.|^traveler\.(?!completed)|^travelers\.|\/booked$|\/mail$|^change-request\.(accepted|declined)$|^cancellation-request\.(received|declined)$|^payment-report\.refused$|^payment-request\.|^payment-reminder\.|^traveler-document\.(?!received)|^traveler-request\.(?!made)|^seminar-session|^addon-request\.(cancel|decline|department-decline|message|deadline-soon)$|^addon-request\..*\/customer$/

// A mail to an unproved address contains no name.
const isUnproved = (name: NoticeName) => /\/unproved$|^seminar-guest|^booking\.contact-/.test(name)

// Other mails have a link in their text, or none.
const linkOf = (name: NoticeName, locale: Locale) => {
  if (!isMailed(name) || isOnlyMail(name)) return undefined
  const { buttons, pages } = languages[locale].mail
  if (isForCustomers(name))
    return linkTo('https://guidon.example/l/booking/q3Jx…', buttons[name] ?? pages.own_booking, locale)
  const page = recordPages.find(([of]) => of.test(name))?.[1]
  return page
    ? linkTo(`https://guidon.example/desk/${page === 'planned_trip' ? 'trips' : 'bookings'}/12`, pages[page], locale)
    : linkTo('https://guidon.example/desk', pages.desk, locale)
}
const recordPages = [
  [/^(booking|payment|refund|approval|paper|change-request|cancellation-request|room-supplement)/, 'booking'],
  [/^(planned-trip|trip-)/, 'planned_trip'],
] as const

const isOnlyMail = (name: NoticeName) =>
  isUnproved(name) || /^(account|second-factor)\.|^booking\.receipt$|\/mail$/.test(name)

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
