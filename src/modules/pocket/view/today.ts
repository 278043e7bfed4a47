import { dayAndMonth, localMoment, telephoneAddress } from 'guidon-design/formats'
import { html, type Markup } from '../../../kit/http/pages/html.ts'
import { type Locale, say } from '../../../kit/words/words.ts'
import type { Translate } from '../../page-words.ts'
import { daysAfter } from '../../place/road/rules.ts'
import { nameOf, type Settings, type Shown, timeThere, translator, wordOf } from './shown.ts'

/** A day as a line of what has a time, with the present one in it; then what has none. */
export function dayCard(shown: Shown): Markup {
  const { trip, day, now, settings } = shown
  const t = translator(settings)
  const there = timeThere(trip, now)
  const heading = dayAndMonth(day, settings.locale)
  const program = trip.days.filter(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on)
  return html`
<div class="card">
  <header class="between"><h2>${day === there.day ? t(`今天 ${heading}`, `Today, ${heading}`) : heading}</h2></header>
  ${lineOf(stopsOf(shown), day === there.day ? there.clock : undefined, t)}
  ${program.map(
    (each) => html`
<div class="program">
  <h3>${t(each.title, each.title_en ?? each.title)}</h3>
  ${words(t(each.description ?? '', each.description_en ?? each.description ?? ''))}
  <p class="soft small">${mealsOf(each, shown, t)}</p>
</div>`,
  )}
  ${otherDays(shown, there.day, t)}
</div>`
}

const words = (text: string) => text && html`<p class="words">${text}</p>`

type Stop = { at: string; title: string; more?: string | null }

/** What has a time on the day: the meeting, flights and appointments, in the time of their place. */
const stopsOf = ({ trip, day, settings }: Shown): Stop[] => {
  const t = translator(settings)
  const { assembly } = trip
  const meeting = assembly?.at && timeThere(trip, assembly.at)
  const stops: Stop[] = [
    ...(meeting && meeting.day === day
      ? [
          {
            at: meeting.clock,
            title: t('集合', 'Meeting'),
            more: told(assembly.place, assembly.place_en, settings.locale),
          },
        ]
      : []),
    ...trip.flights.flatMap(({ flight_number, origin, destination, departs_local, arrives_local }) => [
      ...on(day, departs_local, t(`${flight_number} 起飛`, `${flight_number} departs`), `${origin} → ${destination}`),
      ...on(day, arrives_local, t(`${flight_number} 抵達`, `${flight_number} arrives`), destination),
    ]),
    ...trip.days.flatMap(({ appointments }) =>
      appointments.flatMap(({ type, place, starts_local }) =>
        on(day, starts_local, wordOf(settings, 'leg_type', type), place),
      ),
    ),
  ]
  return stops.sort((one, other) => (one.at < other.at ? -1 : 1))
}

const on = (day: string, local: string, title: string, more: string | null): Stop[] =>
  local.startsWith(day) ? [{ at: local.slice(11, 16), title, more }] : []

const told = (zh: string | null | undefined, en: string | null | undefined, locale: Locale) =>
  say([zh ?? en, en ?? zh], locale) ?? null

const lineOf = (stops: readonly Stop[], clock: string | undefined, t: Translate) => {
  if (!stops.length && clock === undefined) return html``
  const next = clock === undefined ? -1 : stops.findIndex(({ at }) => at > clock)
  const nowAt = clock === undefined ? -1 : next < 0 ? stops.length : next
  const items = stops.map((stop, nth) => stopItem(stop, nth < nowAt ? 'past' : ''))
  if (clock !== undefined) items.splice(nowAt, 0, stopItem({ at: clock, title: t('現在', 'Now') }, 'now'))
  return html`<ol class="line">${items}</ol>`
}

const stopItem = ({ at, title, more }: Stop, state: string) => html`
<li class="${state}">
  <time>${at}</time>
  <div><b>${title}</b>${more && html`<p class="soft small">${more}</p>`}</div>
</li>`

type Program = Shown['trip']['days'][number]

/** The meals of a day, and who eats something else at dinner. */
const mealsOf = ({ breakfast, lunch, dinner }: Program, shown: Shown, t: Translate) => {
  const { settings } = shown
  const one = (name: string, code: string) => `${name} ${wordOf(settings, 'meal', code)}`
  const other = dietsOf(shown, t)
  return [
    one(t('早餐', 'Breakfast'), breakfast),
    one(t('午餐', 'Lunch'), lunch),
    `${one(t('晚餐', 'Dinner'), dinner)}${other && t(`（${other}）`, ` (${other})`)}`,
  ].join(' · ')
}

const dietsOf = ({ trip, settings }: Shown, t: Translate) => {
  const diets = trip.people.flatMap(({ meal_requirement: meal, food_restrictions }) => [
    ...(meal && meal !== 'none' ? [wordOf(settings, 'meal_requirement', meal)] : []),
    ...food_restrictions.map((food) => withoutFood(food, settings, t)),
  ])
  const counts = Map.groupBy(diets, (diet) => diet)
  return [...counts].map(([diet, those]) => `${diet} ${those.length}`).join(t('、', ', '))
}

/** That somebody does not eat something. */
export function withoutFood(food: string, settings: Settings, t: Translate) {
  const word = wordOf(settings, 'food_restriction', food)
  return t(`不吃${word}`, `no ${word.toLowerCase()}`)
}

const otherDays = ({ trip, day, settings }: Shown, today: string, t: Translate) => {
  const link = (to: string, words: string) => html`<a href="?day=${to}#part-day" data-day="${to}">${words}</a>`
  const [before, after] = [daysAfter(day, -1), daysAfter(day, 1)]
  const isToday = day === today || today < trip.departure_date || today > trip.return_date
  return html`
<nav class="other-days" aria-label="${t('其他日子', 'Other days')}">
  <span>${before >= trip.departure_date && link(before, `‹ ${dayAndMonth(before, settings.locale)}`)}</span>
  <span>${!isToday && link(today, t('回到今天', 'Today'))}</span>
  <span>${after <= trip.return_date && link(after, `${dayAndMonth(after, settings.locale)} ›`)}</span>
</nav>`
}

/** Where the group sleeps, with the address in both scripts, and a sheet that a driver can read. */
export function hotelCard({ trip, day, settings }: Shown): Markup | undefined {
  const hotel = trip.hotels.findLast(({ check_in, check_out }) => check_in <= day && day < check_out)
  if (!hotel) return undefined
  const t = translator(settings)
  const addresses = [...new Set([hotel.address, hotel.address_en])].filter((each) => each !== null)
  const names = [...new Set([hotel.name, hotel.name_en])].filter((each) => each !== null)
  return html`
<div class="card">
  <h2>${t('今晚住宿', 'Tonight’s hotel')}</h2>
  <p><b>${nameOf(hotel, settings)}</b>${addresses.map((address) => html`<br>${address}`)}</p>
  <p class="does">
    <button type="button" class="button" popovertarget="driver">${t('給司機看', 'Show the driver')}</button>
    ${hotel.phone && html`<a class="button" href="${telephoneAddress(hotel.phone)}">${t('打給飯店', 'Call the hotel')}</a>`}
  </p>
  <div class="driver" id="driver" popover>
    ${names.map((name) => html`<p class="title">${name}</p>`)}
    ${addresses.map((address) => html`<p>${address}</p>`)}
    ${hotel.phone && html`<p>${hotel.phone}</p>`}
    <button type="button" class="button full" popovertarget="driver" popovertargetaction="hide">${t('關閉', 'Close')}</button>
  </div>
</div>`
}

/** A local time of an entry: `11/26 14:20`. */
export function momentThere(trip: Shown['trip'], instant: string, { locale }: Settings) {
  const { day, clock } = timeThere(trip, instant)
  return localMoment(`${day} ${clock}`, locale)
}
