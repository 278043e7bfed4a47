import { html, type Markup } from '../../kit/http/pages/html.ts'
import { card, facts } from '../../kit/http/pages/parts.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import type { BookedTrip } from '../booked-trips/queries.ts'
import { dayIn, daysIn, momentIn, type Translate, wordsIn } from './words.ts'

/** The trip: meeting points, flights, hotels, days. */
export function tripCard(trip: BookedTrip, zone: string, locale: Locale): Markup {
  const t = wordsIn(locale)
  const { assembly, leader } = trip
  return card(
    t('行程', 'Your trip'),
    html`${facts([
      [t('日期', 'Dates'), daysIn(trip.departure_date, trip.return_date, locale)],
      [t('集合', 'Meeting point'), assembly && met(assembly, zone, locale)],
      [t('領隊', 'Tour leader'), leader && t(leader.name, leader.name_en ?? leader.name)],
    ])}
${flights(trip, t)}${hotels(trip, t, locale)}${days(trip, t, locale)}`,
  )
}

const met = (assembly: NonNullable<BookedTrip['assembly']>, zone: string, locale: Locale) => {
  const { at, place, place_en, contact, contact_en } = assembly
  const told = (zh: string | null, en: string | null | undefined) => say([zh ?? en ?? '', en ?? zh ?? ''], locale)
  return html`${[at && momentIn(at, zone, locale), told(place, place_en), told(contact, contact_en)].filter((line) => !!line).map((line) => html`${line}<br>`)}`
}

const flights = ({ flights }: BookedTrip, t: Translate) =>
  flights.length > 0 &&
  html`<h3>${t('航班（當地時間）', 'Flights (local times)')}</h3>
<ul class="rows">${flights.map(
    ({
      flight_number,
      origin,
      destination,
      departs_local,
      arrives_local,
      baggage,
    }) => html`<li><b>${flight_number} ${origin} → ${destination}</b>
<span class="soft">${clock(departs_local)} – ${clock(arrives_local)}${baggage ? ` · ${baggage}` : ''}</span></li>`,
  )}</ul>`

const clock = (local: string) => local.replace('T', ' ')

const hotels = ({ hotels }: BookedTrip, t: Translate, locale: Locale) =>
  hotels.length > 0 &&
  html`<h3>${t('住宿', 'Hotels')}</h3>
<ul class="rows">${hotels.map(
    ({ name, name_en, address, phone, check_in, check_out }) => html`<li><b>${t(name, name_en ?? name)}</b>
<span class="soft">${daysIn(check_in, check_out, locale)}</span>
${(address ?? phone) && html`<span class="soft small">${[address, phone].filter(Boolean).join(' · ')}</span>`}</li>`,
  )}</ul>`

const days = ({ days }: BookedTrip, t: Translate, locale: Locale) =>
  days.length > 0 &&
  html`<details><summary>${t('每日行程', 'Day by day')}</summary>
<ul class="rows">${days.map(
    (
      day,
    ) => html`<li><span class="soft small">${dayIn(day.starts_on, locale)}</span><b>${t(day.title, day.title_en ?? day.title)}</b>
${day.description && html`<span class="words">${t(day.description, day.description_en ?? day.description)}</span>`}</li>`,
  )}</ul></details>`
