import { clock } from 'guidon-design/formats'
import { html, type Markup } from '../../../kit/http/pages/html.ts'
import type { Locale } from '../../../kit/words/words.ts'
import { type Translate, zoneIn } from '../../page-words.ts'
import { expensesCard, notesCard, quickEntries, waitingOnTrip } from './entries.ts'
import { contactsCard, incidentsCard, papersCard } from './help.ts'
import { icon } from './icons.ts'
import { peopleCard, peopleToMind, roomCards } from './people.ts'
import { rollCallCard } from './roll-call.ts'
import { nameOf, type Section, type Shown, type Tab, timeThere, translator } from './shown.ts'
import { dayCard, hotelCard } from './today.ts'

/** The page of a trip in parts, the same on the service and on the phone. */
export function sectionsOf(shown: Shown): Section[] {
  const parts: [id: string, tab: Tab | undefined, body: Markup | false | undefined][] = [
    ['head', undefined, tripHead(shown)],
    ['call', 'today', rollCallCard(shown)],
    ['quick', 'today', quickEntries(shown)],
    ['day', 'today', dayCard(shown)],
    ['hotel', 'today', hotelCard(shown)],
    ['mind', 'today', peopleToMind(shown)],
    ['waiting', 'today', waitingOnTrip(shown)],
    ['notes', 'today', notesCard(shown)],
    ['people', 'people', peopleCard(shown)],
    ['rooms', 'rooms', roomCards(shown)],
    ['money', 'money', expensesCard(shown)],
    ['contacts', 'help', contactsCard(shown)],
    ['incidents', 'help', incidentsCard(shown)],
    ['papers', 'help', papersCard(shown)],
  ]
  return parts.flatMap(([id, tab, body]) => (body ? [{ id, tab, body }] : []))
}

const tripHead = ({ trip, now, settings }: Shown) => {
  const t = translator(settings)
  const there = timeThere(trip, now)
  const clocks: [name: string, time: string][] = [
    [t('當地', 'Here'), there.clock],
    [homeName(settings.zone, settings.locale, t), clock(now, settings.zone)],
  ]
  return html`
<p class="soft small">${trip.serial} · ${dayOfTrip(trip, there.day, t)}</p>
<h1>${nameOf(trip, settings)}</h1>
<p class="clocks">${clocks.map(([name, time]) => html`<span>${name} <b>${time}</b></span>`)}</p>`
}

const homeName = (zone: string, locale: Locale, t: Translate) =>
  zone === 'Asia/Taipei' ? t('台北', 'Taipei') : zoneIn(zone, locale)

const dayOfTrip = (
  { departure_date, return_date }: { departure_date: string; return_date: string },
  day: string,
  t: Translate,
) => {
  const [nth, all] = [day, return_date].map((last) => (Date.parse(last) - Date.parse(departure_date)) / 86_400_000 + 1)
  if (nth === undefined || all === undefined) return ''
  if (nth < 1) return t(`${1 - nth} 天後出發`, nth === 0 ? 'leaves tomorrow' : `leaves in ${1 - nth} days`)
  return nth > all ? t('已回程', 'back home') : t(`第 ${nth} 天，共 ${all} 天`, `day ${nth} of ${all}`)
}

/** The parts below each other, as the service writes them and the script fills them. */
export function partsOf(sections: readonly Section[]): Markup {
  return html`${sections.map(
    ({ id, tab, body }) => html`<section id="part-${id}"${tab && html` data-tab="${tab}"`}>${body}</section>`,
  )}`
}

/** The tabs at the lower edge. Without a script they lead to the first part of each. */
export function tabBar(t: Translate): Markup {
  const all: [tab: Tab, part: string, shape: Parameters<typeof icon>[0], words: string][] = [
    ['today', 'call', 'home', t('今天', 'Today')],
    ['people', 'people', 'people', t('旅客', 'People')],
    ['rooms', 'rooms', 'door', t('房間', 'Rooms')],
    ['money', 'money', 'cash', t('帳', 'Money')],
    ['help', 'contacts', 'alarm', t('急難', 'Help')],
  ]
  return html`
<nav class="tabs" id="tabs" aria-label="${t('分頁', 'Sections')}">
  ${all.map(([tab, part, shape, words]) => html`<a href="#part-${part}" data-show="${tab}">${icon(shape)}<span>${words}</span></a>`)}
</nav>`
}
