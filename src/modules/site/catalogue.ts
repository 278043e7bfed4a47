import { amountIn, dayAndMonth, monthName, monthOf, shortDay, weekdayName } from 'guidon-design/formats'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { type Locale, plural, say, type Words } from '../../kit/words/words.ts'
import { type Party, partyIn, partyText, quoteOf } from '../bookings/party.ts'
import { soughtWords } from '../bookings/sought-trips.ts'
import { brandOf, nameIn, type Translate, wordsIn } from '../page-words.ts'
import { reach, type SitePage } from './document.ts'
import { type Frame, type HouseInPublic, pathIn } from './frame.ts'
import { askPath, dateLink, isNearly, partyWords, seatsBar, standingChip, subtitleOf, tripPath } from './parts.ts'
import { USUAL_PARTY } from './party-asked.ts'
import { coverImage } from './pictures.ts'
import type { Departure, Talk } from './reads.ts'
import { talkCard } from './talks.ts'

const states = ['guaranteed', 'nearly'] as const
const orders = ['date', 'price'] as const

/** What a visitor looks for, from the address. What is not understood is not asked for. */
export type Asked = {
  party: Party | undefined
  month: string | undefined
  area: string | undefined
  q: string | undefined
  state: (typeof states)[number] | undefined
  price_to: number | undefined
  sort: (typeof orders)[number]
}

export function askedIn(query: Record<string, unknown>): Asked {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name].trim() : '')
  const price = Number(text('price_to'))
  return {
    party: partyIn(text('party')),
    month: /^20\d\d-(0[1-9]|1[0-2])$/.test(text('month')) ? text('month') : undefined,
    area: /^[A-Za-z0-9_]{1,30}$/.test(text('area')) ? text('area') : undefined,
    q: text('q').slice(0, 60) || undefined,
    state: states.find((state) => state === text('state')),
    price_to: price > 0 && price < 10_000_000 ? Math.floor(price) : undefined,
    sort: orders.find((order) => order === text('sort')) ?? 'date',
  }
}

/** The address of the catalogue with what is asked for, but one part changed. */
export function pathOf(asked: Asked, locale: Locale, change: Partial<Asked> = {}) {
  const { party, sort, ...texts } = { ...asked, ...change }
  const parts = { party: party && partyText(party), ...texts, sort: sort === 'date' ? undefined : sort }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) query.set(name, String(value))
  return `${pathIn(locale, '/')}${query.size ? `?${query}` : ''}`
}

const matches = (trip: Departure, asked: Asked, without: keyof Asked | undefined = undefined) => {
  const is = (name: keyof Asked, holds: boolean) => name === without || asked[name] === undefined || holds
  return (
    is('month', trip.departure_date.startsWith(asked.month ?? '')) &&
    is('area', trip.area?.code === asked.area) &&
    is('q', isFound(trip)) &&
    is('price_to', (trip.price?.adult ?? Number.POSITIVE_INFINITY) <= (asked.price_to ?? 0)) &&
    is('state', asked.state === 'guaranteed' ? trip.is_guaranteed : isNearly(trip))
  )
}

const isFound = ({ is_said = [] }: Departure) => is_said.every((holds) => holds)

type Read = Frame & { departures: Departure[]; talks: Talk[] }

/** All trips that strangers may register for: a form, a card for each route, and the timetable. */
export function cataloguePage(read: Read, asked: Asked, locale: Locale): SitePage {
  const t = wordsIn(locale)
  const { departures, talks, texts } = read
  const { found, routes } = foundIn(departures, asked)
  const all = routesOf(departures, { sort: 'date' })
  const isAsked = pathOf(asked, locale, { party: undefined, sort: 'date' }) !== pathIn(locale, '/')
  const heading = isAsked ? headingOfAsked(found, locale, t) : headingOf(departures, locale, t)
  const title = t('團體行程與出團表', 'Group tours and departures')
  const lead = texts.lead
    ? t(texts.lead.text, texts.lead.text_en ?? texts.lead.text)
    : t(
        '每一團都有自己的領隊。名額、成團與價格即時更新，看到的就是可以報名的。',
        'Every group has its own tour leader. Seats and prices are live: what you see can be booked.',
      )
  const body = html`
<section class="wrap hero${departures.length ? '' : ' bare'}">
  <div>
    <h1>${heading}</h1>
    <p class="lead">${lead}</p>
    ${departures.length > 0 && searchForm(departures, asked, locale, t)}
  </div>
  ${!isAsked && mosaic(all, locale)}
</section>
<section class="band sunk" id="trips"><div class="wrap">
  <div class="bandhead">
    <h2>${isAsked ? t('符合的行程', 'Trips that match') : t('行程', 'Trips')}</h2>
    <p role="status">${countWords(routes.length, found.length, locale)}</p>
    ${found.length > 1 && orderLinks(asked, locale, t)}
  </div>
  ${departures.length > 0 && chips(departures, asked, locale, t)}
  ${cards(routes, read, asked, locale)}
</div></section>
${found.length > 0 && timetable(found, asked.party, locale, t)}
${talks.length > 0 && talksBand(talks, locale, t)}`
  return {
    ...{ title, body, path: '/', at: 'trips' },
    description: describedIn(read, all.length, locale),
    facts: [listFact(routes, locale)],
  }
}

/** What a search engine shows of the catalogue: whose it is, where it leads, and how much there is. */
const describedIn = ({ house, departures }: Read, routes: number, locale: Locale) => {
  const t = wordsIn(locale)
  const [brand, count] = [brandOf(house, locale), countWords(routes, departures.length, locale)]
  const areas = [...new Set(departures.flatMap(({ area }) => (area ? [nameIn(area, locale)] : [])))].slice(0, 8)
  const [zh, en] = areas.length ? [`，前往${areas.join('、')}`, ` to ${areas.join(', ')}`] : ['', '']
  return t(
    `${brand}的團體行程${zh}：${count}。名額、成團與價格即時更新，可在網上報名。`,
    `Group tours of ${brand}${en}: ${count}. Seats and prices are live, and you can register on the web.`,
  )
}

const talksBand = (talks: Talk[], locale: Locale, t: Translate) => html`
<section class="band sunk" id="talks"><div class="wrap">
  <div class="bandhead">
    <h2>${t('講座與說明會', 'Talks')}</h2>
    <p>${t('免費參加', 'Free of charge')}</p>
    <a class="small" href="${pathIn(locale, '/talks')}">${t('全部場次', 'All talks')}</a>
  </div>
  <div class="talks">${talks.map((talk) => talkCard(talk, locale, t))}</div>
</div></section>`

/** What matches, and its routes. */
export function foundIn(departures: Departure[], asked: Asked) {
  const found = departures.filter((trip) => matches(trip, asked))
  return { found, routes: routesOf(found, asked) }
}

/** A card for each route that matches and one for who finds no date, or what would match with less asked for. */
export function cards(routes: Route[], { departures, house }: Listed, asked: Asked, locale: Locale): Markup {
  const t = wordsIn(locale)
  if (!routes.length) return nothing(departures, asked, locale, t)
  return html`<div class="cards">${routes.map((route) => card(route, asked.party, locale, t))}${askCard(house, asked, locale, t)}</div>`
}
type Listed = Pick<Read, 'departures' | 'house'>

/** What fills the row of the last card: how to ask for another date. */
const askCard = (house: HouseInPublic, asked: Asked, locale: Locale, t: Translate) => {
  const subject = t('想詢問其他出發日', 'Another departure date')
  const says = t(
    '告訴我們月份與人數，我們幫您看接下來的團；十位以上可以自己成團。',
    'Tell us when and how many: we look at what comes next. Ten people can be a group of their own.',
  )
  return html`
<aside class="tour ask"><div class="in">
  <h3>${t('日期都不合適？', 'No date that suits?')}</h3>
  <p class="hl">${says}</p>
  ${tellUs(asked, locale, t, '')}
  ${reach(house, subject, t)}
</div></aside>`
}

/** A link to the form of who finds no date, with what was looked for. */
const tellUs = ({ q, month, party }: Asked, locale: Locale, t: Translate, look: 'main' | '') => {
  const path = askPath(locale, { q, month, party: party && partyText(party) })
  return html`<p class="does"><a class="button ${look}" href="${path}">${t('告訴我們想去哪裡', 'Tell us where to')}</a></p>`
}

const headingOf = (departures: Departure[], locale: Locale, t: Translate) => {
  const [first, last] = [departures.at(0), departures.at(-1)]
  if (!first || !last) return t('目前沒有開放報名的團', 'No trips are open at the moment')
  const count = new Set(departures.map(({ package_id }) => package_id)).size
  const [from, to] = [monthOf(first.departure_date, locale), monthOf(last.departure_date, locale)]
  const parts = [
    from === to ? t(`${from}，`, `${from}:`) : t(`${from}到${to}，`, `${from} to ${to}:`),
    t(`${count} 條路線，`, `${plural(count, 'route')},`),
    t(`${departures.length} 個出發日。`, `${plural(departures.length, 'departure')}.`),
  ]
  return html`${parts.map((part) => html`<span class="nb">${part}</span>${t('', ' ')}`)}`
}

const headingOfAsked = (found: Departure[], locale: Locale, t: Translate) =>
  found.length ? headingOf(found, locale, t) : t('沒有符合的行程', 'No trip matches')

export function countWords(routes: number, departures: number, locale: Locale) {
  return wordsIn(locale)(
    `${routes} 條路線・${departures} 個出發日`,
    `${plural(routes, 'route')}, ${plural(departures, 'departure')}`,
  )
}

const usualParties = ['1.0.0', '2.0.0', '2.1.0', '2.2.0', '3.0.0', '4.0.0']

const searchForm = (departures: Departure[], asked: Asked, locale: Locale, t: Translate) => {
  const months = [...new Set(departures.map(({ departure_date }) => departure_date.slice(0, 7)))]
  const areas = areasOf(departures)
  const chosen = asked.party ? partyText(asked.party) : ''
  const parties = [...new Set([...usualParties, ...(chosen ? [chosen] : [])])]
  const option = (value: string, label: string, isChosen: boolean) =>
    html`<option value="${value}"${isChosen && html` selected`}>${label}</option>`
  const select = (name: string, label: string, options: Markup[]) =>
    html`<select name="${name}" aria-label="${label}">${options}</select>`
  const party = select(
    'party',
    t('人數', 'Party'),
    parties.map((text) =>
      option(text, partyWords(partyIn(text) ?? USUAL_PARTY, locale), text === (chosen || partyText(USUAL_PARTY))),
    ),
  )
  const month = select('month', t('月份', 'Month'), [
    option('', t('不限月份', 'any month'), !asked.month),
    ...months.map((each) => option(each, monthName(each, locale), each === asked.month)),
  ])
  const area = select('area', t('地區', 'Place'), [
    option('', t('不限地方', 'anywhere'), !asked.area),
    ...areas.map((named) => option(named.code, nameIn(named, locale), named.code === asked.area)),
  ])
  const sentence = say<Markup>(
    [
      html`<span class="nb">我們 ${party}，</span><span class="nb">想在 ${month}</span> <span class="nb">去 ${area}</span>`,
      html`<span class="nb">We are ${party}</span> <span class="nb">and want to go in ${month}</span> <span class="nb">to ${area}</span>`,
    ],
    locale,
  )
  const search = html`type="search" name="q" value="${asked.q}" maxlength="60" aria-label="${t('關鍵字', 'Search words')}"`
  return html`
<form class="say" method="get" action="${pathIn(locale, '/')}#trips">
  <p>${sentence}</p>
  <p class="does">
    <input class="input" ${search} placeholder="${t('城市、航空、團號、12月', 'A city, airline, tour code, December')}">
    <button class="button main">${t('找行程', 'Show trips')}</button>
  </p>
</form>`
}

/** The areas of departures, each once. */
const areasOf = (departures: Departure[]) => {
  const areas = new Map(departures.flatMap(({ area }) => (area ? [[area.code, area] as const] : [])))
  return [...areas.values()]
}

const chips = (departures: Departure[], asked: Asked, locale: Locale, t: Translate) => {
  const count = (name: keyof Asked, holds: (trip: Departure) => boolean) =>
    departures.filter((trip) => matches(trip, asked, name) && holds(trip)).length
  const { month, q, area: inArea, state: such } = asked
  const shown: Chip[] = [
    { label: t('全部地區', 'All places'), number: count('area', () => true), isOn: !inArea, to: { area: undefined } },
    ...areasOf(departures).map((named): Chip => {
      const isOn = inArea === named.code
      const number = count('area', ({ area }) => area?.code === named.code)
      return { label: nameIn(named, locale), number, isOn, to: { area: isOn ? undefined : named.code } }
    }),
    ...states.map((state): Chip => {
      const isOn = such === state
      const number = count('state', state === 'guaranteed' ? (trip) => trip.is_guaranteed : isNearly)
      return { label: t(...stateWords[state]), number, isOn, to: { state: isOn ? undefined : state } }
    }),
  ]
  if (month) {
    const number = count('month', ({ departure_date }) => departure_date.startsWith(month))
    shown.push({ label: `${monthName(month, locale)} ✕`, number, isOn: true, to: { month: undefined } })
  }
  if (q) {
    const number = count('q', isFound)
    shown.push({ label: `“${q}” ✕`, number, isOn: true, to: { q: undefined } })
  }
  const used = shown.filter(({ number, isOn }) => number > 0 || isOn)
  return html`<ul class="chips">${used.map((each) => chip(each, pathOf(asked, locale, each.to)))}</ul>`
}

type Chip = { label: string; number: number; isOn: boolean; to: Partial<Asked> }
const stateWords: Record<(typeof states)[number], Words> = {
  guaranteed: ['已成團', 'Guaranteed'],
  nearly: ['即將成團', 'Nearly guaranteed'],
}

const chip = ({ label, number, isOn }: Omit<Chip, 'to'>, path: string) => html`
<li><a class="chip" href="${path}#trips"${isOn && html` aria-current="true"`}>${label} <b>${number}</b></a></li>`

const orderLinks = (asked: Asked, locale: Locale, t: Translate) => {
  const link = (sort: Asked['sort'], label: string) =>
    html`<a href="${pathOf(asked, locale, { sort })}#trips"${asked.sort === sort && html` aria-current="true"`}>${label}</a>`
  return html`<span class="order small">${link('date', t('依出發日', 'By date'))} ${link('price', t('依價格', 'By price'))}</span>`
}

type Route = { first: Departure; dates: Departure[]; from: number | null }

/** The departures by package, in the order of the first one or of the lowest price. */
const routesOf = (departures: Departure[], { sort }: Pick<Asked, 'sort'>): Route[] => {
  const routes = [...Map.groupBy(departures, ({ package_id }) => package_id).values()].flatMap((dates): Route[] => {
    const prices = dates.flatMap(({ price }) => (price ? [price.adult] : []))
    return dates[0] ? [{ first: dates[0], dates, from: prices.length ? Math.min(...prices) : null }] : []
  })
  return sort === 'price' ? routes.sort((a, b) => (a.from ?? 1e9) - (b.from ?? 1e9)) : routes
}

const DATES_ON_A_CARD = 3
const CARD_WIDTH = '(min-width: 1100px) 357px, (min-width: 700px) calc(50vw - 32px), 88px'

const card = ({ first, dates, from }: Route, party: Party | undefined, locale: Locale, t: Translate) => {
  const cheapest = dates.find(({ price }) => price?.adult === from)
  const more = dates.length - DATES_ON_A_CARD
  const address = pathIn(locale, `/packages/${first.slug}`)
  const days = t(`${first.days} 天 ${first.nights} 夜`, plural(first.days, 'day'))
  return html`
<article class="tour">
  <figure>
    ${coverImage(first, { sizes: CARD_WIDTH }, locale)}
    <span class="days">${days}</span>
  </figure>
  <div class="in">
    <h3><a href="${address}">${nameIn(first, locale)}</a></h3>
    <p class="hl">${subtitleOf(first, locale)}</p>
    <div class="dates">
      ${dates.slice(0, DATES_ON_A_CARD).map((trip) => dateLink(trip, party, locale, t))}
      ${more > 0 && html`<a class="more" href="${address}">${t(`還有 ${more} 個日期`, `${more} more`)}</a>`}
    </div>
    <p class="foot">${cheapest && pricesFrom(cheapest, party, locale, t)}</p>
  </div>
</article>`
}

/** The lowest price for a person, and what it comes to for the party that was asked for. */
const pricesFrom = ({ price }: Departure, party: Party | undefined, locale: Locale, t: Translate) => {
  if (!price) return html``
  const { currency, adult } = price
  const total = party && quoteOf(price, party).total
  return html`
<span class="price">${amountIn(currency, adult)} <small>${t('起／每人', 'per person, from')}</small></span>
${party && total ? html`<span class="soft small">${partyWords(party, locale)} ${amountIn(currency, total)}</span>` : ''}`
}

const MOSAIC_WIDTH = '(min-width: 900px) 460px, 60vw'
const TILES = 3
const mosaic = (routes: Route[], locale: Locale) =>
  routes.length >= TILES &&
  html`<div class="mosaic">${routes.slice(0, TILES).map(({ first }, i) => tile(first, i === 0, locale))}</div>`

const tile = (trip: Departure, isFirst: boolean, locale: Locale) => {
  const { serial, departure_date, price } = trip
  return html`
<a href="${tripPath(serial, undefined, locale)}">
  ${coverImage(trip, { sizes: MOSAIC_WIDTH, isFirst }, locale)}
  <span>
    ${nameIn(trip, locale)}
    <small>
      <span class="nb">${shortDay(departure_date, locale)}</span>
      ${price && html` <span class="nb">${amountIn(price.currency, price.adult)}</span>`}
    </small>
  </span>
</a>`
}

const timetable = (found: Departure[], party: Party | undefined, locale: Locale, t: Translate) => html`
<section class="band" id="board"><div class="wrap">
  <div class="bandhead">
    <h2>${t('出團表', 'Departures')}</h2>
    <p>${t('直線為成團人數', 'The mark is the number a group departs with')}</p>
    <a class="small" href="${pathIn(locale, '/departures.ics')}">${t('訂閱到行事曆', 'Add to a calendar')}</a>${' '}
    <a class="small" href="${pathIn(locale, '/departures.pdf')}">PDF</a>${' '}
    <a class="small" href="${pathIn(locale, '/departures.xlsx')}">Excel</a>
  </div>
  ${board(found, party, (trip) => nameIn(trip, locale), locale)}
</div></section>`

const NEXT = 5
/** The next departures, for who has come to a page with little on it, and how to ask. */
export function nextDepartures({ departures, house }: Listed, locale: Locale): Markup {
  const t = wordsIn(locale)
  const next = departures.slice(0, NEXT)
  return html`
${next.length > 0 && html`<h2>${t('接下來的出發日', 'Next departures')}</h2>`}
${next.length > 0 && board(next, undefined, (trip) => nameIn(trip, locale), locale)}
<p class="soft">${t('想先聊聊？', 'Rather talk first?')}</p>
${reach(house, t('詢問行程', 'A question about a trip'), t)}`
}

/** Up to so many departures, all months are open on a phone; else the first one. */
const SHORT_BOARD = 6

/** Departures by month, which a phone folds. `called` is what a row is called: on the page of a route all have the same name. */
export function board(
  departures: Departure[],
  party: Party | undefined,
  called: (trip: Departure) => string,
  locale: Locale,
) {
  const t = wordsIn(locale)
  const isShort = departures.length <= SHORT_BOARD
  const months = [...Map.groupBy(departures, ({ departure_date }) => departure_date.slice(0, 7))]
  const monthOfBoard = ([month, trips]: [string, Departure[]], i: number) => html`
<details${(isShort || i === 0) && html` open`}>
  <summary>
    <h3><b>${monthName(month, locale)}</b> ${t(`${trips.length} 團`, plural(trips.length, 'departure'))}</h3>
  </summary>
  <ol>${trips.map((trip) => departureRow(trip, party, called(trip), locale, t))}</ol>
</details>`
  return html`<div class="board">${months.map(monthOfBoard)}</div>`
}

const departureRow = (trip: Departure, party: Party | undefined, called: string, locale: Locale, t: Translate) => {
  const { serial, departure_date, return_date, days, first_flight, price } = trip
  const isWeekend = [0, 6].includes(new Date(`${departure_date}T00:00:00Z`).getUTCDay())
  const back = dayAndMonth(return_date, locale)
  return html`
<li>
  <span class="d${isWeekend ? ' weekend' : ''}">
    <span>${Number(departure_date.slice(8))}</span>
    <small>${weekdayName(departure_date, locale)}</small>
  </span>
  <div class="n">
    <a class="t" href="${tripPath(serial, party, locale)}">${called}</a>
    <p class="s">${t(`${days} 天・${back} 回`, `${plural(days, 'day')}, back ${back}`)}</p>
  </div>
  <p class="s f">${first_flight ?? t('航班安排中', 'Flights to be confirmed')}</p>
  <div class="st">${seatsBar(trip, t)}</div>
  <span class="c">${standingChip(trip, t)}</span>
  <p class="p">${price && amountIn(price.currency, price.adult)}</p>
</li>`
}

// What matches without one of the conditions is offered, so that nobody stands at an empty page.
const nothing = (departures: Departure[], asked: Asked, locale: Locale, t: Translate) => {
  const lesser = (['price_to', 'state', 'q', 'month', 'area'] as const)
    .filter((name) => asked[name] !== undefined)
    .map((name) => ({ name, count: departures.filter((trip) => matches(trip, asked, name)).length }))
    .filter(({ count }) => count > 0)
  const labels = {
    price_to: t('不限價格', 'At any price'),
    state: t('不限是否成團', 'Guaranteed or not'),
    q: t('不限關鍵字', 'Without the search words'),
    month: t('其他月份', 'In any month'),
    area: t('其他地方', 'Anywhere'),
  }
  const says = departures.length
    ? t('沒有符合的行程。', 'No trip matches.')
    : t(
        '新的出發日開放後會列在這裡；歡迎來電詢問。',
        'New departures will be listed here. Please call us for what is planned.',
      )
  const offers = [
    ...lesser.map(({ name, count }) => ({
      ...{ label: labels[name], number: count },
      path: pathOf(asked, locale, { [name]: undefined }),
    })),
    { label: t('全部行程', 'All trips'), number: departures.length, path: pathIn(locale, '/') },
  ]
  const near = nearest(departures, asked)
  return html`
<div class="empty">
  <p>${near ? leftOutWords(near, t) : says}</p>
  ${departures.length > 0 && html`<ul class="chips">${offers.map((each) => chip({ ...each, isOn: false }, each.path))}</ul>`}
  ${tellUs(asked, locale, t, 'main')}
</div>
${near && html`<div class="cards">${routesOf(near.trips, asked).map((route) => card(route, asked.party, locale, t))}</div>`}`
}

type Near = { trips: Departure[]; kept: string[]; leftOut: string[]; isUnknown: boolean }

/** The trips of which the most words are said, with the words that they lack. */
const nearest = (departures: Departure[], asked: Asked): Near | undefined => {
  const words = asked.q ? soughtWords(asked.q).map(({ word }) => word) : []
  const others = departures.filter((trip) => matches(trip, asked, 'q'))
  const saidOf = ({ is_said = [] }: Departure) => words.filter((_, i) => is_said[i])
  const most = Math.max(0, ...others.map((trip) => saidOf(trip).length))
  const first = others.find((trip) => saidOf(trip).length === most)
  if (!first || most === 0 || most === words.length) return undefined
  const kept = saidOf(first)
  const leftOut = words.filter((word) => !kept.includes(word))
  return {
    ...{ kept, leftOut, trips: others.filter((trip) => kept.every((word) => saidOf(trip).includes(word))) },
    isUnknown: !others.some((trip) => saidOf(trip).some((word) => leftOut.includes(word))),
  }
}

const leftOutWords = ({ kept, leftOut, isUnknown }: Near, t: Translate) => {
  const zh = (words: string[]) => words.map((word) => `「${word}」`).join('、')
  const en = (words: string[]) => words.map((word) => `“${word}”`).join(', ')
  if (isUnknown)
    return t(
      `沒有行程提到${zh(leftOut)}。不看這個詞，最接近${zh(kept)}的行程：`,
      `No trip mentions ${en(leftOut)}. Without it, these match ${en(kept)}:`,
    )
  return t(
    `沒有行程同時符合所有的詞。略去${zh(leftOut)}，最接近${zh(kept)}的行程：`,
    `No trip matches all words. Without ${en(leftOut)}, these match ${en(kept)}:`,
  )
}

const listFact = (routes: Route[], locale: Locale) => ({
  '@type': 'ItemList',
  itemListElement: routes.map(({ first }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name: nameIn(first, locale),
    url: pathIn(locale, `/packages/${first.slug}`),
  })),
})
