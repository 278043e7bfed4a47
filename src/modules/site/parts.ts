import { shortDay } from 'guidon-design/formats'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { type Locale, plural, say } from '../../kit/words/words.ts'
import type { SeatsTold } from '../bookings/open-trip-facts.ts'
import { type Party, partyText } from '../bookings/party.ts'
import type { Translate } from '../page-words.ts'
import { pathIn } from './frame.ts'

type Tone = 'go' | 'near' | 'line' | ''
/** How a departure stands, in a few words, and the colour of it. */
export type Standing = { tone: Tone; words: string }

/** Up to this many missing travelers a departure is nearly certain. */
const NEARLY = 4
export function isNearly(trip: SeatsTold) {
  const { is_guaranteed, missing_pax } = trip
  return isReached(trip) || (!is_guaranteed && missing_pax !== null && missing_pax > 0 && missing_pax <= NEARLY)
}
const isReached = ({ is_guaranteed, guarantee_state }: SeatsTold) => !is_guaranteed && guarantee_state === 'guaranteed'

/** A full trip has a waitlist; otherwise it matters whether it takes place, and how many seats are left. */
export function standingOf(trip: SeatsTold, t: Translate): Standing {
  if (trip.seats_state === 'waitlist') return { tone: 'line', words: t('已滿・可候補', 'Full, waitlist') }
  const few = fewLeft(trip, t)
  if (trip.is_guaranteed) return { tone: 'go', words: t('已成團', 'Guaranteed') + few }
  if (isReached(trip)) return { tone: 'near', words: t('人數已達成團', 'Number reached') + few }
  if (isNearly(trip))
    return { tone: 'near', words: t(`差 ${trip.missing_pax} 人成團`, `${trip.missing_pax} more to go`) + few }
  return { tone: '', words: t('報名中', 'Open') + few }
}

const fewLeft = ({ seats_state, seats_left }: SeatsTold, t: Translate) => {
  if (seats_state !== 'few') return ''
  return seats_left === null ? t('・名額不多', ', few seats') : t(`・剩 ${seats_left} 位`, `, ${seats_left} left`)
}

export function standingChip(trip: SeatsTold, t: Translate) {
  const { tone, words } = standingOf(trip, t)
  return html`<span class="badge ${tone || 'quiet'}">${tone === 'go' && icon('check')}${words}</span>`
}

type Counted = SeatsTold & { capacity: number; min_pax: number }

/** The seats as a bar with the minimum as a mark, where the agency shows numbers. */
export function seatsBar({ seats_state, seats_left, capacity, min_pax }: Counted, t: Translate): Markup {
  if (seats_left === null) {
    const numbers = t(`${min_pax} 人成團，最多 ${capacity} 人`, `Departs with ${min_pax}, at most ${capacity}`)
    return html`<p class="soft small">${numbers}</p>`
  }
  const taken = capacity - seats_left
  const words =
    seats_state === 'waitlist'
      ? t(`${capacity} 席已滿`, `All ${capacity} seats are taken`)
      : t(
          `已報名 ${taken}／${capacity} 席・${min_pax} 人成團`,
          `${taken} of ${capacity} seats, departs with ${min_pax}`,
        )
  return html`
<div class="seats">
  <svg viewBox="0 0 100 7" preserveAspectRatio="none" aria-hidden="true">
    <rect class="all" width="100" height="7"/>
    <rect class="of" width="${share(taken, capacity)}" height="7"/>
    <rect class="min" x="${share(min_pax, capacity)}" width="0.8" height="7"/>
  </svg>
  <small>${words}</small>
</div>`
}
const share = (part: number, whole: number) => Math.round((Math.min(part, whole) / whole) * 1000) / 10

/** A departure as a link: its day, and how it stands. */
export function dateLink(
  trip: SeatsTold & { serial: string; departure_date: string },
  party: Party | undefined,
  locale: Locale,
  t: Translate,
) {
  const { tone, words } = standingOf(trip, t)
  return html`
<a class="${tone}" href="${tripPath(trip.serial, party, locale)}">
  ${shortDay(trip.departure_date, locale)}
  <small>${words}</small>
</a>`
}

/** A party that is not the usual one stays in the address. */
export function tripPath(serial: string, party: Party | undefined, locale: Locale) {
  return `${pathIn(locale, `/trips/${encodeURIComponent(serial)}`)}${party ? `?party=${partyText(party)}` : ''}`
}

export function partyWords({ adults, children, infants }: Party, locale: Locale) {
  const zh = [`${adults} 大`, children && `${children} 小`, infants && `${infants} 嬰`]
  const en = [
    plural(adults, 'adult'),
    children && plural(children, 'child', 'children'),
    infants && plural(infants, 'infant'),
  ]
  return say([zh.filter(Boolean).join(' '), en.filter(Boolean).join(', ')], locale)
}

const shapes = {
  check: 'm5 12.5 4.5 4.5L19 7',
  no: 'M6 6l12 12M18 6 6 18',
  bed: 'M3 18V7M3 14h18v4M21 14v-2a3 3 0 0 0-3-3h-7v5M5.200 11a1.800 1.800 0 1 0 3.600 0a1.800 1.800 0 1 0-3.600 0',
  bus: 'M6 5h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM4 12h16M8 17v2M16 17v2',
  plane: 'M10 21l2-7-7 2-1-2 7-5V4.500a1.500 1.500 0 0 1 3 0V9l7 5-1 2-7-2 2 7',
  boat: 'M3 15h18l-2.500 4h-13zM6 15V9h9l3 6M9 9V5',
  train: 'M7 4h10a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM5 11h14M8 17l-2 3M16 17l2 3',
}
export function icon(name: keyof typeof shapes) {
  return html`<svg class="ico" viewBox="0 0 24 24" aria-hidden="true"><path d="${shapes[name]}"/></svg>`
}

/** The way to a page, for people and, as a fact, for search engines. */
export function crumbs(steps: readonly (readonly [label: string, path: string])[], here: string, t: Translate) {
  return html`
<nav class="crumbs" aria-label="${t('位置', 'You are here')}">
  ${steps.map(([label, path]) => html`<a href="${path}">${label}</a> › `)}
  <span aria-current="page">${here}</span>
</nav>`
}

type Sum = readonly [name: string, amount: string]

/** Amounts, what they come to, and how it is paid. */
export function sumsList(lines: readonly Sum[], total: Sum, parts: readonly Sum[] = []) {
  const row = ([name, amount]: Sum, className = '') =>
    html`<div${className && html` class="${className}"`}><dt>${name}</dt><dd>${amount}</dd></div>`
  return html`
<dl class="facts sums">
  ${lines.map((line) => row(line))}
  ${row(total, 'total')}
  ${parts.map((part) => row(part))}
</dl>`
}

/** The day until which a passport must be valid for all countries of a trip. */
export function passportUntil(entry: readonly { passport_valid_until: string }[]) {
  return entry
    .map(({ passport_valid_until }) => passport_valid_until)
    .sort()
    .at(-1)
}

/** The last character of a Chinese name, the first letter of another. */
export function initialOf(name: string) {
  return [...name].at(/^\p{Script=Han}/u.test(name) ? -1 : 0) ?? ''
}

type Subtitled = { subtitle: string | null; subtitle_en: string | null; highlights: string[] }
/** The line below a name: the subtitle, else the highlights, which are in Chinese. */
export function subtitleOf({ subtitle, subtitle_en, highlights }: Subtitled, locale: Locale) {
  const zh = subtitle ?? highlights.join('・')
  return say([zh, subtitle_en ?? ''], locale)
}

/** Where who finds no date tells it, with what is known already. */
export function askPath(locale: Locale, known: Record<string, string | undefined> = {}) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(known)) if (value !== undefined) query.set(name, value)
  return `${pathIn(locale, '/ask')}${query.size ? `?${query}` : ''}`
}
