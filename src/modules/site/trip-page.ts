import { amountIn, dayAndMonth, longDay, shortDay } from 'guidon-design/formats'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { codeWord } from '../../kit/words/code-words.ts'
import { type Locale, plural } from '../../kit/words/words.ts'
import type { FrozenPrice } from '../bookings/booking.ts'
import { HOURS_HELD } from '../bookings/holds.ts'
import type { Flight } from '../bookings/open-trip-facts.ts'
import { type Party, partyText, quoteOf } from '../bookings/party.ts'
import { lineWords } from '../bookings/words.ts'
import { nameIn, type Translate, wordsIn } from '../page-words.ts'
import { departureWords } from '../trip-promise.ts'
import { type SitePage, telephone } from './document.ts'
import { type Frame, type HouseInPublic, pathIn } from './frame.ts'
import { inclusions, itinerary } from './itinerary.ts'
import {
  askPath,
  crumbs,
  dateLink,
  passportUntil,
  seatsBar,
  standingChip,
  standingOf,
  subtitleOf,
  sumsList,
  tripPath,
} from './parts.ts'
import { USUAL_PARTY } from './party-asked.ts'
import { otherPictures, tripCover } from './pictures.ts'
import type { TripOnPage } from './reads.ts'
import { pictureOfTrip } from './share-pictures.ts'
import { sharePart } from './sharing.ts'
import { tripFacts } from './structured-data.ts'
import { cancelPart, clock, flightsPart, readyPart } from './trip-parts.ts'

/** The party that a visitor asks for, and where the site is. */
type Asked = { asked: Party | undefined; origin: string }

/** One departure with everything that a visitor decides by. */
export function tripPage(frame: Frame, trip: TripOnPage, { asked, origin }: Asked, locale: Locale): SitePage {
  const t = wordsIn(locale)
  const party = asked ?? USUAL_PARTY
  const title = `${nameIn(trip, locale)} ${shortDay(trip.departure_date, locale)}`
  const body = html`
<div class="wrap">
  ${crumbs(waysTo(trip, locale, t), shortDay(trip.departure_date, locale), t)}
  ${tripCover(trip, html`<span class="serial">${trip.serial}</span>`, locale)}
  <div class="tripgrid">
    <div>
      ${head(trip, locale, t)}
      ${otherPictures(trip.pictures, locale, t)}
      ${itinerary(trip, locale, t)}
      ${flightsPart(trip.flights, locale, t)}
      ${inclusions(trip.terms, locale, t)}
      ${cancelPart(trip, frame.today, t)}
      ${readyPart(trip, t)}
      ${beforePart(trip, locale, t)}
      ${datesPart(trip, asked, locale, t)}
      ${sharePart(origin + tripPath(trip.serial, undefined, locale), title, t)}
    </div>
    ${registerPart(frame, trip, party, locale, t)}
  </div>
</div>`
  return {
    ...{ body, path: `/trips/${trip.serial}`, canonical: `/packages/${trip.slug}`, at: 'trips' },
    title,
    picture: pictureOfTrip(trip, frame.house, locale),
    description: [subtitleOf(trip, locale), standingOf(trip, t).words].filter(Boolean).join(t('；', '. ')),
    facts: tripFacts(trip, frame.house, locale),
    sticky: stickyBar(trip, party, locale, t),
  }
}

/** The pages above this one. */
const waysTo = (trip: TripOnPage, locale: Locale, t: Translate) => {
  const { area, slug } = trip
  const all = pathIn(locale, '/')
  return [
    [t('所有行程', 'All trips'), all],
    ...(area ? [[nameIn(area, locale), `${all}?area=${area.code}#trips`] as const] : []),
    [nameIn(trip, locale), pathIn(locale, `/packages/${slug}`)],
  ] as const
}

const head = (trip: TripOnPage, locale: Locale, t: Translate) => {
  const [first, last] = [trip.flights.at(0), trip.flights.at(-1)]
  const cityName = (city: Flight['origin_city'], code: string) => (city ? nameIn(city, locale) : code)
  const flying =
    first && `${first.flight_number} ${clock(first.departs_local)} ${cityName(first.origin_city, first.origin)}`
  const landing =
    last &&
    t(
      `${clock(last.arrives_local)} 抵達${cityName(last.destination_city, last.destination)}`,
      `${clock(last.arrives_local)} in ${cityName(last.destination_city, last.destination)}`,
    )
  const kinds = [trip.area, trip.category].flatMap((named) => (named ? [nameIn(named, locale)] : []))
  const departs = html`${shortDay(trip.departure_date, locale)}<small>${flying ?? t('航班安排中', 'Flights to be confirmed')}</small>`
  const length = t(`${trip.days} 天 ${trip.nights} 夜`, plural(trip.days, 'day'))
  const returns = html`${dayAndMonth(trip.return_date, locale)}<small>${landing ?? length}</small>`
  const most = t(`最多 ${trip.capacity} 人`, `At most ${trip.capacity}`)
  return html`
<header class="triphead">
  <p class="meta">${standingChip(trip, t)}<span>${kinds.join(t('・', ' · '))}</span></p>
  <h1>${nameIn(trip, locale)}</h1>
  <p class="soft">${subtitleOf(trip, locale)}</p>
  <dl class="ataglance">
    <div><dt>${t('出發', 'Departs')}</dt><dd>${departs}</dd></div>
    <div><dt>${t('回程', 'Returns')}</dt><dd>${returns}</dd></div>
    <div><dt>${t('領隊', 'Tour leader')}</dt><dd>${leaderWords(trip, locale, t)}</dd></div>
    <div><dt>${t('同團', 'Your group')}</dt><dd>${most}<small>${minimumWords(trip, t)}</small></dd></div>
  </dl>
</header>`
}

const leaderWords = ({ leader, countries }: TripOnPage, locale: Locale, t: Translate) => {
  if (!leader)
    return html`${t('安排中', 'To be named')}<small>${t('出發前告訴您', 'You are told before you leave')}</small>`
  const [country] = countries
  const led =
    leader.times_led && country
      ? t(
          `帶過${country.name} ${leader.times_led} 團`,
          `has led ${plural(leader.times_led, 'group')} to ${nameIn(country, locale)}`,
        )
      : ''
  return html`${nameIn(leader, locale)}<small>${led}</small>`
}

const minimumWords = ({ min_pax, missing_pax, ...trip }: TripOnPage, t: Translate) => {
  const departs = departureWords(trip)
  if (departs) return t(...departs)
  const missing = missing_pax ? t(`，尚缺 ${missing_pax} 人`, `, ${missing_pax} to go`) : ''
  return t(`${min_pax} 人成團`, `Departs with ${min_pax}`) + missing
}

const beforePart = ({ terms, entry }: TripOnPage, locale: Locale, t: Translate) => {
  const notes = t(terms.important_notes ?? '', terms.important_notes_en ?? terms.important_notes ?? '')
  const passport = passportUntil(entry)
  if (!notes && !passport) return html``
  const visa = entry.flatMap(({ country, country_en, visa_policy, visa_free_days }) => {
    if (!visa_policy) return []
    const stay =
      visa_policy === 'visa_free' && visa_free_days
        ? t(` ${visa_free_days} 天`, `, ${plural(visa_free_days, 'day')}`)
        : ''
    return [
      `${t(country, country_en ?? country)}${t('：', ': ')}${codeWord('visa_policy', visa_policy, locale)}${stay}`,
    ]
  })
  return html`
<section class="part">
  <h2>${t('行前須知', 'Before you go')}</h2>
  ${notes && html`<p class="words">${notes}</p>`}
  ${passport && html`<p>${passportWords(passport, visa, locale, t)}</p>`}
</section>`
}

const passportWords = (until: string, visa: readonly string[], locale: Locale, t: Translate) => {
  const day = longDay(until, locale)
  const valid = t(`護照效期至少須到 ${day}。`, `Your passport must be valid until ${day} at least.`)
  if (!visa.length) return valid
  return valid + t(`持中華民國護照：${visa.join('；')}。`, ` With a passport of Taiwan: ${visa.join('; ')}.`)
}

const datesPart = ({ other_dates }: TripOnPage, asked: Party | undefined, locale: Locale, t: Translate) =>
  other_dates.length > 0 &&
  html`
<section class="part">
  <h2>${t('其他出發日', 'Other dates')}</h2>
  <div class="dates">${other_dates.map((date) => dateLink(date, asked, locale, t))}</div>
</section>`

const registerPart = (frame: Frame, trip: TripOnPage, party: Party, locale: Locale, t: Translate) => {
  const { price, serial } = trip
  const { today, house } = frame
  const isFull = trip.seats_state === 'waitlist'
  const calendar = pathIn(locale, `/trips/${encodeURIComponent(serial)}.ics`)
  return html`
<aside class="side" id="register">
  <section class="buy" aria-label="${t('價格與報名', 'Price and registration')}">
    <p class="price">${price ? pricePerAdult(price, t) : html`<small>${t('價格請洽詢', 'Please ask for the price')}</small>`}</p>
    ${seatsBar(trip, t)}
    ${price && partyForm(serial, party, locale, t)}
    ${price && sums(trip, price, { party, today }, locale, t)}
    ${isFull && html`<p class="told">${t(...fullWords)}</p>`}
    <a class="button main full" href="${registerPath(serial, party, locale)}">
      ${isFull ? t('登記候補', 'Join the waitlist') : t('報名', 'Register')}
    </a>
    ${isFull && html`<p class="hint"><a href="${askPath(locale, { trip: serial })}">${t('想要別的日期？告訴我們', 'Another date? Tell us')}</a></p>`}
    ${ways({ house, t })}
    ${!isFull && html`<p class="hint">${holdWords(frame, t)}</p>`}
    <p class="hint"><a href="${calendar}">${t('加到行事曆', 'Add to your calendar')}</a></p>
  </section>
</aside>`
}

const pricePerAdult = ({ currency, adult }: FrozenPrice, t: Translate) =>
  html`${amountIn(currency, adult)} <small>${t('每位大人', 'per adult')}</small>`

const fullWords = [
  '這一團已滿，仍可登記候補；有人取消時，依順序通知您。候補不收費，有名額前不必付款。',
  'This departure is full. You can join the waitlist free of charge: if somebody cancels, those who wait are told in order, and there is nothing to pay before.',
] as const

/** How long seats are kept, in the words of the agency if it has its own. */
const holdWords = ({ texts: { registration } }: Frame, t: Translate) => {
  if (registration) return t(registration.text, registration.text_en ?? registration.text)
  const days = HOURS_HELD.public / 24
  return t(
    `確認信箱後，名額為您保留 ${days} 天，這段時間內付訂金即可；登記時不需付款。`,
    `Once your mailbox is confirmed, we keep your seats for ${days} days, in which you pay the deposit. Nothing to pay when you register.`,
  )
}

// The form works without a script: it shows the same page for another party.
const partyForm = (serial: string, party: Party, locale: Locale, t: Translate) => {
  const select = (name: keyof Party, label: string, least: number) => {
    const counts = Array.from({ length: 10 - least }, (_, i) => i + least)
    const options = counts.map((count) => html`<option${count === party[name] && html` selected`}>${count}</option>`)
    return html`
<div class="field">
  <label for="party-${name}">${label}</label>
  <select class="input" id="party-${name}" name="${name}">${options}</select>
</div>`
  }
  const ages = t(
    '以回程當天計：小孩滿 2 歲未滿 12 歲，嬰兒未滿 2 歲。',
    'By the age on the return date: children are 2 to 11, infants under 2.',
  )
  return html`
<form class="party" method="get" action="${tripPath(serial, undefined, locale)}#register">
  ${select('adults', t('大人', 'Adults'), 1)}
  ${select('children', t('小孩', 'Children'), 0)}
  ${select('infants', t('嬰兒', 'Infants'), 0)}
  <button class="button small">${t('計算', 'Update')}</button>
  <p class="hint">${ages}</p>
</form>`
}

type Buying = { party: Party; today: string }
const sums = (trip: TripOnPage, price: FrozenPrice, { party, today }: Buying, locale: Locale, t: Translate) => {
  const { lines, total, deposit } = quoteOf(price, party)
  const amount = (value: number) => amountIn(price.currency, value)
  const infantsUnpriced = party.infants > 0 && !lines.some(({ kind }) => kind === 'infant')
  const named = lines.map(({ kind, quantity, amount: value }): [string, string] => [
    `${t(...lineWords[kind])} × ${quantity}`,
    amount(value),
  ])
  if (infantsUnpriced) named.push([t('嬰兒', 'Infants'), t('另行報價', 'on request')])
  return sumsList(
    named,
    [t('合計', 'Total'), amount(total)],
    deposit > 0
      ? [
          [t('訂金', 'Deposit'), amount(deposit)],
          [balanceWords(trip.balance_due_on, today, locale, t), amount(total - deposit)],
        ]
      : [],
  )
}

const balanceWords = (due: string | null, today: string, locale: Locale, t: Translate) => {
  if (!due) return t('尾款', 'Balance')
  if (due < today) return t('尾款，與訂金一起付', 'Balance, with the deposit')
  return t(`尾款，${shortDay(due, locale)}前`, `Balance, by ${shortDay(due, locale)}`)
}

const registerPath = (serial: string, party: Party, locale: Locale) =>
  `${pathIn(locale, `/register/${encodeURIComponent(serial)}`)}?party=${partyText(party)}`

/** Who would rather talk calls, or writes. */
const ways = ({ house, t }: { house: HouseInPublic; t: Translate }): Markup =>
  html`
<p class="hint">
  ${t('也可以來電', 'You can also call')} ${telephone(house.phone)}
  ${house.email && html` · <a href="mailto:${house.email}">${house.email}</a>`}
</p>`

const stickyBar = (trip: TripOnPage, party: Party, locale: Locale, t: Translate) => {
  const { price, departure_date, serial, seats_state } = trip
  return html`
<aside class="stick" aria-label="${t('報名', 'Register')}">
  <p class="price">
    ${price ? pricePerAdult(price, t) : ''}
    <small class="line">${shortDay(departure_date, locale)} · ${standingOf(trip, t).words}</small>
  </p>
  <a class="button main" href="${registerPath(serial, party, locale)}">
    ${seats_state === 'waitlist' ? t('候補', 'Waitlist') : t('報名', 'Register')}
  </a>
</aside>`
}
