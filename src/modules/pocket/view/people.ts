import { dayAndMonth, telephoneAddress } from 'guidon-design/formats'
import { html, type Markup } from '../../../kit/http/pages/html.ts'
import { plural } from '../../../kit/words/words.ts'
import type { Translate } from '../../page-words.ts'
import { icon } from './icons.ts'
import { listed, nameOf, type Person, type Settings, type Shown, translator, wordOf } from './shown.ts'
import { withoutFood } from './today.ts'

/** Those who need something, or are children. */
export function peopleToMind(shown: Shown): Markup {
  const { trip, settings } = shown
  const t = translator(settings)
  const those = trip.people.filter((person) => flagsOf(person, settings, t).length)
  return html`
<div class="card">
  <h2>${t('要留意的人', 'Keep in mind')}</h2>
  ${those.length ? peopleList(those, shown, t) : html`<p class="soft">${t('沒有特別要留意的。', 'Nobody needs anything special.')}</p>`}
</div>`
}

/** Everybody on the trip. Allergies and numbers of papers are read online, where each reading is logged. */
export function peopleCard(shown: Shown): Markup {
  const { trip, settings } = shown
  const t = translator(settings)
  const { length } = trip.people
  return html`
<div class="card">
  <h2>${t(`旅客 ${length} 位`, plural(length, 'person', 'people'))}</h2>
  ${peopleList(trip.people, shown, t)}
  <p class="soft small">${t('過敏與證件不存在手機裡；需要時連線查看，每次查看都會記錄。', 'Allergies and documents are not on the phone. Read them online; each reading is logged.')}</p>
  <p class="does"><a class="button" href="/desk/trips/${trip.id}?tab=papers">${t('連線查看', 'Read online')}</a></p>
</div>`
}

const peopleList = (people: readonly Person[], shown: Shown, t: Translate) =>
  html`<ul class="rows">${people.map((person) => personRow(person, shown, t))}</ul>`

const personRow = (person: Person, { settings }: Shown, t: Translate) => html`
<li class="whom">
  <span class="face" aria-hidden="true">${person.name.slice(0, 1)}</span>
  <div>
    <b>${person.name}</b>
    <p class="flags">${flagsOf(person, settings, t).map((flag) => html`<span class="badge near">${flag}</span>`)}</p>
  </div>
  ${callLink(person, t)}
</li>`

/** The button that calls somebody, if there is a number. */
export function callLink({ name, mobile }: Pick<Person, 'name' | 'mobile'>, t: Translate): Markup | null {
  if (!mobile) return null
  return html`<a class="call" href="${telephoneAddress(mobile)}" aria-label="${t(`打給${name}`, `Call ${name}`)}">${icon('phone')}</a>`
}

const flagsOf = (person: Person, settings: Settings, t: Translate) => {
  const { passenger_type: type, age, meal_requirement: meal, food_restrictions, requests } = person
  const isYoung = type !== null && type !== 'adult'
  return [
    ...(isYoung
      ? [`${wordOf(settings, 'passenger_type', type)}${age === null ? '' : t(` ${age} 歲`, `, ${age}`)}`]
      : []),
    ...(meal && meal !== 'none' ? [wordOf(settings, 'meal_requirement', meal)] : []),
    ...food_restrictions.map((food) => withoutFood(food, settings, t)),
    ...requests.map(({ detail }) => detail),
  ]
}

/** Who sleeps where, the hotel of the shown day first. */
export function roomCards({ trip, day, settings }: Shown): Markup {
  const t = translator(settings)
  const names = new Map(trip.people.map(({ id, name }) => [id, name]))
  const coming = trip.hotels.filter(({ check_out }) => check_out > day)
  const hotels = coming.length ? coming : trip.hotels
  if (!hotels.length)
    return html`<div class="card"><h2>${t('房間', 'Rooms')}</h2><p class="soft">${t('還沒有排住宿。', 'No hotel is planned yet.')}</p></div>`
  return html`${hotels.map(
    (hotel) => html`
<div class="card">
  <h2>${nameOf(hotel, settings)}</h2>
  <p class="soft small">${dayAndMonth(hotel.check_in, settings.locale)} – ${dayAndMonth(hotel.check_out, settings.locale)}</p>
  ${hotel.rooms.length ? html`<ul class="rows">${hotel.rooms.map((room) => roomRow(room, names, settings, t))}</ul>` : html`<p class="soft">${t('還沒有排房間。', 'The rooms are not assigned yet.')}</p>`}
</div>`,
  )}`
}

type Room = Shown['trip']['hotels'][number]['rooms'][number]
const roomRow = (room: Room, names: ReadonlyMap<number, string>, settings: Settings, t: Translate) => {
  const people = room.traveler_ids.map((id) => names.get(id) ?? '').filter(Boolean)
  const all = room.has_leader ? [...people, t('領隊', 'the leader')] : people
  return html`
<li class="between">
  <span><b>${t(`${room.number} 號房`, `Room ${room.number}`)}</b> <span class="soft">${wordOf(settings, 'room_type', room.type)}</span></span>
  <span>${listed(all, t)}</span>
</li>`
}
