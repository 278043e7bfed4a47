import { dayAndMonth, moment, telephoneAddress } from 'guidon-design/formats'
import { html, type Markup } from '../../../kit/http/pages/html.ts'
import { card } from '../../../kit/http/pages/parts.ts'
import { type Locale, say } from '../../../kit/words/words.ts'
import type { BookedTrip } from '../../booked-trips/queries.ts'
import { seatedStatuses } from '../../booking-statuses.ts'
import { nameIn, type Translate, wordsIn, zoneIn } from '../../page-words.ts'
import { isSold } from '../../papers/booking-papers.ts'
import { telephone } from '../../site/document.ts'
import type { HouseInPublic } from '../../site/frame.ts'
import { meals, mealsInWords } from '../../site/itinerary.ts'
import { flightCard } from '../../site/trip-parts.ts'
import type { PlaceTrip } from '../reads.ts'
import type { Road } from './read.ts'
import { dayOnRoad, daysAfter, isLeaderReached, isOnRoad, zoneAt } from './rules.ts'

type OnToday = {
  road: Road
  trip: PlaceTrip
  assembly: BookedTrip['assembly']
  house: HouseInPublic
  zone: string
  /** The day that the reader asks for, if it is one of the road. */
  asked: string | undefined
}

/** From the day before the departure to the return: the day at the place where the trip is, and what to do in an emergency. */
export function roadCards(on: OnToday, locale: Locale): Markup | undefined {
  const today = seatedStatuses.some((status) => status === on.road.status) ? dayOnRoad(on.road, on.road.now) : undefined
  if (!today) return undefined
  const t = wordsIn(locale)
  return html`${todayCard(on, today, locale, t)}${emergencyCard(on, today, locale, t)}`
}

const todayCard = ({ road, trip, assembly, zone, asked }: OnToday, today: string, locale: Locale, t: Translate) => {
  const day = asked && isOnRoad(road, asked) ? asked : today
  const isEve = day < road.departure_date
  const here = zoneAt(road, road.now)
  const meets = isEve || day === road.departure_date
  const flights = trip.flights.filter(({ departs_local, arrives_local }) =>
    [departs_local, arrives_local].some((local) => local.startsWith(isEve ? road.departure_date : day)),
  )
  const program = trip.segments.filter(
    ({ starts_on, ends_on }) => starts_on && starts_on <= day && day <= (ends_on ?? ''),
  )
  const night = road.nights.findLast(({ check_in, check_out }) => check_in <= day && day < check_out)
  return html`
<section class="card today" id="today">
  <header class="between">
    <h2>${headingOf(day, { today, isEve }, locale, t)}</h2>
    <span class="soft small">${[isEve ? '' : dayOfTrip(day, road, t), day === today && here !== zone && zoneIn(here, locale)].filter(Boolean).join(' · ')}</span>
  </header>
  ${meets && meetingPart(assembly, { isEve, zone }, locale, t)}
  ${flights.length > 0 && html`<div class="fly">${flights.map((flight) => flightCard(flight, locale, t))}</div>`}
  ${program.length > 0 && html`<div class="program">${program.map((segment) => programOf(segment, locale, t))}</div>`}
  ${night && nightPart(night, locale, t)}
  ${leaderPart(road, today, locale, t)}
  ${stepLinks(day, today, road, locale, t)}
</section>`
}

const headingOf = (day: string, { today, isEve }: { today: string; isEve: boolean }, locale: Locale, t: Translate) => {
  const date = dayAndMonth(day, locale)
  if (isEve) return day === today ? t('明天出發', 'You leave tomorrow') : t('出發前一天', 'The day before you left')
  return day === today ? t(`今天 ${date}`, `Today, ${date}`) : date
}

const dayOfTrip = (day: string, { departure_date, return_date }: Road, t: Translate) => {
  const daysTo = (last: string) => Math.round((Date.parse(last) - Date.parse(departure_date)) / 86_400_000) + 1
  return t(`第 ${daysTo(day)} 天，共 ${daysTo(return_date)} 天`, `Day ${daysTo(day)} of ${daysTo(return_date)}`)
}

const meetingPart = (
  assembly: BookedTrip['assembly'],
  { isEve, zone }: { isEve: boolean; zone: string },
  locale: Locale,
  t: Translate,
) => {
  const told = (zh: string | null = null, en: string | null = null) => say([zh ?? en, en ?? zh], locale)
  const title = isEve ? t('明天集合', 'Meeting tomorrow') : t('集合', 'Meeting')
  if (!assembly)
    return html`<h3>${title}</h3><p>${t('集合時間與地點，出發前會再告訴您。', 'You are told when and where before you leave.')}</p>`
  const { at, place, place_en, contact, contact_en } = assembly
  const help = told(contact, contact_en)
  return html`
<div class="meet">
  <h3>${title}</h3>
  ${at && html`<p class="when">${moment(at, zone, locale)}</p>`}
  ${told(place, place_en) && html`<p><b>${told(place, place_en)}</b></p>`}
  ${help && html`<p>${withTelephones(help)}</p>`}
</div>`
}

const TELEPHONE = /(\+?\d(?:[ -]?\d){6,14})/
/** A text in which the telephone numbers can be called. */
const withTelephones = (text: string) =>
  html`${text.split(TELEPHONE).map((part, i) => (i % 2 ? telephone(part) : html`${part}`))}`

type Program = PlaceTrip['segments'][number]
const programOf = (segment: Program, locale: Locale, t: Translate) => {
  const words = t(segment.description ?? '', segment.description_en ?? '')
  return html`
<h3>${t(segment.title, segment.title_en ?? segment.title)}</h3>
${words && html`<p class="words">${words}</p>`}
<p class="extras">${meals(segment, t)}</p>
${mealsInWords(segment, locale)}`
}

type Night = Road['nights'][number]
/** The hotel with its other name and address too, to show them to a driver. */
const nightPart = ({ name, name_en, address, address_en, phone }: Night, locale: Locale, t: Translate) => {
  const inOther = (zh: string | null, en: string | null) => (zh && en && zh !== en ? say([en, zh], locale) : null)
  const line = (text: string | null, other: string | null) =>
    text &&
    html`<br>${text}${other && html`<br><span class="soft" lang="${say(['en', 'zh-TW'], locale)}">${other}</span>`}`
  const other = inOther(name, name_en)
  return html`
<div class="night">
  <h3>${t('今晚住宿', 'Tonight’s hotel')}</h3>
  <p>
    <b>${nameIn({ name, name_en }, locale)}</b>${other && html` <span class="soft" lang="${say(['en', 'zh-TW'], locale)}">${other}</span>`}
    ${line(say([address ?? address_en, address_en ?? address], locale), inOther(address, address_en))}
    ${phone && html`<br>${telephone(phone)}`}
  </p>
</div>`
}

const leaderPart = (road: Road, today: string, locale: Locale, t: Translate) => {
  const name = road.leader ? nameIn(road.leader, locale) : t('安排中', 'To be named')
  return callRow(t('領隊', 'Tour leader'), html`<b>${name}</b>`, numberOf(road, today))
}

/** Whom to call, with a button that does. */
const callRow = (label: string, who: Markup, number: string | null | undefined) => html`
<div class="between call">
  <p><span class="soft small">${label}</span><br>${who}</p>
  ${number && html`<a class="button" href="${telephoneAddress(number)}">${number}</a>`}
</div>`

/** The own number of the leader, for who learns it now. */
const numberOf = (road: Road, day: string) =>
  isSold(road) && isLeaderReached(road, day) ? (road.leader?.mobile ?? null) : null

/** The name of the leader, with the own telephone number for who learns it now. */
export function leaderOf(road: Road, day: string, locale: Locale) {
  const { leader } = road
  if (!leader) return undefined
  const number = numberOf(road, day)
  return html`${nameIn(leader, locale)}${number && html` · ${telephone(number)}`}`
}

const stepLinks = (day: string, today: string, road: Road, locale: Locale, t: Translate) => {
  const to = (on: string, words: string, rel?: string) =>
    html`<a href="?day=${on}#today"${rel && html` rel="${rel}"`}>${words}</a>`
  const step = (days: number) => {
    const on = daysAfter(day, days)
    return isOnRoad(road, on) ? on : undefined
  }
  const [before, after] = [step(-1), step(1)]
  return html`
<nav class="other-days" aria-label="${t('其他日子', 'Other days')}">
  <span>${before && to(before, `‹ ${dayAndMonth(before, locale)}`, 'prev')}</span>
  <span>${day !== today && to(today, t('回到今天', 'Today'))}</span>
  <span>${after && to(after, `${dayAndMonth(after, locale)} ›`, 'next')}</span>
</nav>`
}

/** Whom to call first, and what to keep. */
const emergencyCard = ({ road, house }: OnToday, today: string, locale: Locale, t: Translate) => {
  const { emergency_phone, liability_insurance: insurance } = house as Partial<HouseInPublic>
  const insurer =
    insurance && `${t(insurance.insurer, insurance.insurer_en ?? insurance.insurer)} ${insurance.policy_number}`
  const kept = t(
    '就醫請留下診斷書與收據；報案請留下報案單。',
    'Keep the certificate and the receipts of a doctor, and the report of the police.',
  )
  return card(
    t('緊急時', 'In an emergency'),
    html`
<div class="rows">
  ${callRow(t('有立即危險，先打', 'In danger, first call'), html`<b>${t('當地的緊急電話', 'The local emergency number')}</b><br><span class="small">${t('大多數國家的手機可打 112', '112 works on mobile phones in most countries')}</span>`, '112')}
  ${road.leader && callRow(t('再告訴領隊', 'Then tell your tour leader'), html`<b>${nameIn(road.leader, locale)}</b>`, numberOf(road, today))}
  ${emergency_phone && callRow(t('找不到領隊', 'If the leader cannot be reached'), html`<b>${t('我們的緊急電話', 'Our emergency number')}</b>`, emergency_phone)}
</div>
${insurer && html`<p class="small">${t('旅行社責任保險', 'Liability insurance of the agency')}${t('：', ': ')}${insurer}</p>`}
<p class="soft small">${kept}</p>`,
    { id: 'emergency' },
  )
}
