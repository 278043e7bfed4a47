import { dayAndMonth, longDay, moment, span } from 'guidon-design/formats'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { card, facts } from '../../kit/http/pages/parts.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import type { BookedTrip } from '../booked-trips/queries.ts'
import { nameIn, type Translate, wordsIn } from '../page-words.ts'
import { telephone } from '../site/document.ts'
import { pathIn } from '../site/frame.ts'
import { itinerary } from '../site/itinerary.ts'
import { passportUntil } from '../site/parts.ts'
import { cancelPart, flightsPart, readyList } from '../site/trip-parts.ts'
import { back, placePath } from './document.ts'
import type { Holder } from './holder.ts'
import type { PlaceTrip } from './reads.ts'
import type { Stage } from './stage.ts'

/** The name of the file with the dates of the trip, among the papers of the booking. */
export const CALENDAR = 'trip.ics'

type Trip = { trip: PlaceTrip; booked: BookedTrip; zone: string; leader: Markup | undefined }
type TripToday = Trip & { today: string }

/** The trip at a glance: where and when to meet, the leader, and each day in a line. Who does not travel meets nobody. */
export function tripCard(
  { trip, booked, zone, leader }: Trip,
  stage: Stage,
  booking_number: string,
  locale: Locale,
): Markup {
  const t = wordsIn(locale)
  const { segments } = trip
  const days = pathIn(locale, placePath(booking_number, '/trip'))
  const calendar = pathIn(locale, placePath(booking_number, `/papers/${CALENDAR}`))
  return card(
    t('行程', 'Your trip'),
    html`
${stage === 'off' ? facts([dates(booked, locale, t)]) : meeting({ booked, zone, leader }, locale, t)}
${segments.length > 0 && html`<ol class="days">${segments.map((segment) => dayLine(segment, locale, t))}</ol>`}
<p class="row">
  <a href="${days}">${stage === 'off' ? t('每日行程', 'The days') : t('每日行程與航班', 'Days and flights')}</a>${' '}
  ${stage === 'before' && html`<a href="${calendar}">${t('加到行事曆', 'Add to your calendar')}</a>`}
</p>`,
    { id: 'trip' },
  )
}

type Day = PlaceTrip['segments'][number]
const dayLine = ({ starts_on, title, title_en, hotel }: Day, locale: Locale, t: Translate) => html`
<li>
  <time datetime="${starts_on}">${starts_on && dayAndMonth(starts_on, locale)}</time>
  <span>
    <b>${t(title, title_en ?? title)}</b>
    ${hotel && html`<small>${nameIn(hotel, locale)}</small>`}
  </span>
</li>`

const meeting = ({ booked, zone, leader }: Omit<Trip, 'trip'>, locale: Locale, t: Translate) =>
  facts([
    dates(booked, locale, t),
    [
      t('集合', 'Meeting point'),
      booked.assembly ? met(booked.assembly, zone, locale) : t('出發前告訴您', 'You are told before you leave'),
    ],
    [t('領隊', 'Tour leader'), leader ?? t('安排中', 'To be named')],
  ])

const dates = ({ departure_date, return_date }: BookedTrip, locale: Locale, t: Translate) =>
  [t('日期', 'Dates'), span(departure_date, return_date, locale)] as const

const met = (assembly: NonNullable<BookedTrip['assembly']>, zone: string, locale: Locale) => {
  const { at, place, place_en, contact, contact_en } = assembly
  const told = (zh: string | null, en: string | null | undefined) => say([zh ?? en ?? '', en ?? zh ?? ''], locale)
  const lines = [at && moment(at, zone, locale), told(place, place_en), told(contact, contact_en)]
  return html`${lines.filter((line) => !!line).map((line) => html`${line}<br>`)}`
}

/** How ready the trip is, in the words of the public page. */
export function readyCard(trip: PlaceTrip, locale: Locale): Markup {
  const t = wordsIn(locale)
  const asOfNow = t('依航空公司、飯店與我們的紀錄，即時更新。', 'As the airline, the hotels and our records say now.')
  return card(t('準備進度', 'How ready the trip is'), html`${readyList(trip, t)}<p class="hint">${asOfNow}</p>`, {
    id: 'ready',
  })
}

/** Everything about the trip, one tap below the start. */
export function tripPage(
  { trip, booked, zone, leader, today }: TripToday,
  stage: Stage,
  holder: Holder,
  locale: Locale,
): Markup {
  const t = wordsIn(locale)
  const isBefore = stage === 'before'
  const travels = stage !== 'off'
  return html`
${back(holder.booking_number, t('回訂單', 'Back to the booking'), locale)}
<header class="head">
  <p class="soft">${trip.serial}</p>
  <h1>${nameIn(trip, locale)}</h1>
</header>
${travels && card(t('集合', 'Meeting'), meeting({ booked, zone, leader }, locale, t))}
${travels && flightsPart(trip.flights, locale, t)}
${travels && hotels(booked, locale, t)}
${itinerary(trip, locale, t)}
${isBefore && passportPart(trip, locale, t)}
${isBefore && cancelPart(trip, today, t)}
${isBefore && howToCancel(holder, locale, t)}`
}

const howToCancel = ({ as, booking_number }: Holder, locale: Locale, t: Translate) => {
  if (as !== 'owner')
    return html`<p>${t('要取消時，請告訴訂單的聯絡人，或與我們聯絡。', 'To cancel, tell the contact of the booking, or us.')}</p>`
  const says = t(
    '要取消時，請寫訊息或來電；我們會先與您確認費用。',
    'To cancel, write or call; we confirm the cost with you first.',
  )
  const messages = `${pathIn(locale, placePath(booking_number))}#messages`
  return html`<p>${says} <a href="${messages}">${t('寫訊息給我們', 'Write to us')}</a></p>`
}

const hotels = ({ hotels }: BookedTrip, locale: Locale, t: Translate) =>
  hotels.length > 0 &&
  html`
<section class="part">
  <h2>${t('住宿', 'Hotels')}</h2>
  <ul class="rows">${hotels.map((hotel) => hotelRow(hotel, locale))}</ul>
</section>`

const hotelRow = ({ address, phone, check_in, check_out, ...named }: BookedTrip['hotels'][number], locale: Locale) => {
  const reached = html`${address}${address && phone && ' · '}${phone && telephone(phone)}`
  return html`
<li>
  <b>${nameIn(named, locale)}</b>${' '}
  <span class="soft">${span(check_in, check_out, locale)}</span>${' '}
  ${(address ?? phone) && html`<span class="soft small">${reached}</span>`}
</li>`
}

const passportPart = ({ entry }: PlaceTrip, locale: Locale, t: Translate) => {
  const until = passportUntil(entry)
  if (!until) return html``
  const day = longDay(until, locale)
  return html`
<section class="part">
  <h2>${t('護照', 'Passport')}</h2>
  <p>${t(`護照效期至少須到 ${day}。`, `Your passport must be valid until ${day} at least.`)}</p>
</section>`
}
