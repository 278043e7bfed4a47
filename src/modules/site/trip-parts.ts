import { dayAndMonth } from 'guidon-design/formats'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { Locale } from '../../kit/words/words.ts'
import type { CancellationOnDay, Flight, Leader, TripDay } from '../bookings/open-trip-facts.ts'
import { nameIn, type Translate } from '../page-words.ts'
import { type FeeLine, feeLines, readyLines } from '../trip-promise.ts'

/** The flights with their local times. */
export function flightsPart(flights: Flight[], locale: Locale, t: Translate): Markup {
  if (!flights.length) return html``
  return html`
<section class="part">
  <h2>${t('航班', 'Flights')}</h2>
  <div class="fly">${flights.map((flight) => flightCard(flight, locale, t))}</div>
  <p class="soft small">${t('時間皆為當地時間。', 'All times are local.')}</p>
</section>`
}

/** A flight with the local times and the airports of both ends. */
export function flightCard(flight: Flight, locale: Locale, t: Translate) {
  const { departs_local, arrives_local, flight_number, airline, airline_en } = flight
  const later = (Date.parse(arrives_local.slice(0, 10)) - Date.parse(departs_local.slice(0, 10))) / 86_400_000
  const state = flight.is_confirmed
    ? t('機位已確認', 'Seats confirmed')
    : t('已向航空公司申請，尚未確認', 'Requested from the airline, not yet confirmed')
  const airport = (code: string, city: Flight['origin_city']) =>
    html`<small>${code} ${city && nameIn(city, locale)}</small>`
  return html`
<article class="leg">
  <p class="top">
    <span>${dayAndMonth(departs_local.slice(0, 10), locale)}</span>
    <span>${flight_number}${airline && ` · ${t(airline, airline_en ?? airline)}`}</span>
  </p>
  <div class="line">
    <div><b>${clock(departs_local)}</b>${airport(flight.origin, flight.origin_city)}</div>
    <i aria-hidden="true"></i>
    <div>
      <b>${clock(arrives_local)}${later > 0 && html`<sup>+${later}</sup>`}</b>
      ${airport(flight.destination, flight.destination_city)}
    </div>
  </div>
  <p class="small soft">${[state, flight.baggage].filter(Boolean).join(' · ')}</p>
</article>`
}

type Cancelled = { cancellation_steps: CancellationOnDay[]; departure_date: string }

/** What a cancellation costs, by the day on which it is told: that of today is marked, earlier ones are folded. */
export function cancelPart({ cancellation_steps, departure_date }: Cancelled, today: string, t: Translate): Markup {
  if (!cancellation_steps.length) return html``
  const lines = feeLines(cancellation_steps, departure_date)
  const current = cancellation_steps.findLastIndex(({ from }) => from === null || from <= today)
  const past = lines.slice(0, Math.max(current, 0))
  const left = lines.slice(past.length)
  const says = t(
    '依旅遊契約，以團費計算；通知取消當天的費用如下。',
    'By the contract, in percent of the price, on the day on which you tell us.',
  )
  return html`
<section class="part" id="cancelling">
  <h2>${t('若要取消', 'If you cancel')}</h2>
  <p class="soft">${says}</p>
  ${past.length > 0 && pastFees(past, t)}
  <ol class="cancel">${left.map((line, i) => feeLine(line, i + past.length === current, t))}</ol>
</section>`
}

const pastFees = (past: readonly FeeLine[], t: Translate) => html`
<details class="more">
  <summary>${t('已過的日期', 'Earlier days')}</summary>
  <ol class="cancel">${past.map((line) => feeLine(line, false, t))}</ol>
</details>`

const feeLine = ({ fee_percent, words }: FeeLine, isToday: boolean, t: Translate) => html`
<li class="fee${Math.min(Math.ceil(fee_percent / 20), 5)}"${isToday && html` aria-current="date"`}>
  <b>${fee_percent}%</b>
  <span>${t(...words)}</span>
  ${isToday && html`<span class="badge">${t('今天', 'Today')}</span>`}
</li>`

type Prepared = {
  guarantee_state: string
  is_guaranteed: boolean
  min_pax: number
  flights: Flight[]
  segments: TripDay[]
  leader: Leader | null
}

/** How ready the trip is, as the records say it now. */
export function readyPart(trip: Prepared, t: Translate): Markup {
  return html`<section class="part"><h2>${t('準備進度', 'How ready this trip is')}</h2>${readyList(trip, t)}</section>`
}
export function readyList({ segments, leader, ...trip }: Prepared, t: Translate): Markup {
  const lines = readyLines({
    ...trip,
    hotels: segments.flatMap(({ hotel }) => hotel ?? []),
    has_leader: leader !== null,
  })
  return html`<ul class="ready">${lines.map(({ done, words }) => html`<li class="${done ? 'ok' : ''}">${t(...words)}</li>`)}</ul>`
}

export function clock(local: string) {
  return local.slice(11)
}
