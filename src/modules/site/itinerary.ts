import { dayAndMonth } from 'guidon-design/formats'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import type { Meal, TripDay } from '../bookings/open-trip-facts.ts'
import type { PublicPicture } from '../packages/pictures.ts'
import { nameIn, type Translate } from '../page-words.ts'
import { routeMap } from './map.ts'
import { icon } from './parts.ts'
import { gallery } from './pictures.ts'
import type { Terms } from './reads.ts'

type Way = { segments: TripDay[]; days: number; pictures: PublicPicture[] }

/** The route and the days of a trip or of a package, which has no dates. */
export function itinerary({ segments, days, pictures }: Way, locale: Locale, t: Translate): Markup {
  if (!segments.length) return html``
  return html`
<section class="part">
  <h2>${t(`${days} 天怎麼走`, 'Day by day')}</h2>
  ${routeMap(segments, locale, t)}
  <ol class="rail">${segments.map((day) => dayItem(day, picturesOn(day, pictures), locale, t))}</ol>
</section>`
}

/** The pictures that show a day. The first of all stands above the page already. */
const picturesOn = ({ day_from, day_to }: TripDay, pictures: PublicPicture[]) =>
  pictures.slice(1).filter(({ day }) => day !== null && day >= day_from && day <= day_to)

const dayItem = (day: TripDay, pictures: PublicPicture[], locale: Locale, t: Translate) => {
  const words = t(day.description ?? '', day.description_en ?? '')
  const { hotel, day_from: from, day_to: to } = day
  const days = from === to ? from : `${from}–${to}`
  return html`
<li>
  <span class="dn"><small>${t('第', 'day')}</small>${days}<small>${t('天', '')}</small></span>
  <div>
    <h3>${t(day.title, day.title_en ?? day.title)}</h3>
    ${day.starts_on && html`<p class="dd">${dayAndMonth(day.starts_on, locale)}</p>`}
    ${words && html`<p class="words">${words}</p>`}
    <p class="extras">
      ${meals(day, t)}
      ${hotel && hotelName(hotel, locale)}
      ${transport(day.transport, t)}
    </p>
    ${mealsInWords(day, locale)}
    ${gallery(pictures, locale, t)}
  </div>
</li>`
}

const hotelName = (hotel: NonNullable<TripDay['hotel']>, locale: Locale) => {
  const isInChinese = say([false, hotel.name_en === null], locale)
  return html`<span>${icon('bed')}<span${isInChinese && html` lang="zh-TW"`}>${nameIn(hotel, locale)}</span></span>`
}

const mealNames = [
  ['breakfast', '早', 'B', '早餐', 'Breakfast'],
  ['lunch', '午', 'L', '午餐', 'Lunch'],
  ['dinner', '晚', 'D', '晚餐', 'Dinner'],
] as const

/** Which meals of a day are included. */
export function meals(day: Pick<TripDay, 'breakfast' | 'lunch' | 'dinner'>, t: Translate) {
  const words: Record<Meal, string> = {
    included: t('含', 'included'),
    own: t('自理', 'at your own expense'),
    onboard: t('機上', 'on board'),
    none: t('無', 'none'),
  }
  const all = mealNames.map(([meal, , , zh, en]) => `${t(zh, en)} ${words[day[meal]]}`).join(t('、', ', '))
  const letters = mealNames.map(
    ([meal, zh, en]) =>
      html`<i class="${classOf[day[meal]]}" title="${words[day[meal]]}" aria-hidden="true">${t(zh, en)}</i>`,
  )
  return html`<span class="meals" role="img" aria-label="${all}">${letters}</span>`
}
/** What the meals are, if the agency wrote it. They are written in Chinese. */
export function mealsInWords(day: MealsOfDay, locale: Locale) {
  const written = mealNames.flatMap(([meal, , , zh, en]) => {
    const text = day[`${meal}_text`]
    return text ? [html`<span>${say([zh, en], locale)} <span lang="zh-TW">${text}</span></span>`] : []
  })
  return written.length > 0 && html`<p class="extras">${written}</p>`
}
type MealsOfDay = Pick<TripDay, 'breakfast_text' | 'lunch_text' | 'dinner_text'>

const classOf: Record<Meal, string> = { included: 'in', onboard: 'in', own: '', none: 'off' }

const transport = (by: string | null, t: Translate) => {
  const known: Record<string, [Parameters<typeof icon>[0], string]> = {
    flight: ['plane', t('班機', 'Flight')],
    coach: ['bus', t('專車', 'Coach')],
    train: ['train', t('火車', 'Train')],
    ferry: ['boat', t('渡輪', 'Ferry')],
  }
  const [shape, words] = known[by ?? ''] ?? []
  return shape && html`<span>${icon(shape)}${words}</span>`
}

/** What the price holds and what it does not. */
export function inclusions(terms: Terms, locale: Locale, t: Translate): Markup {
  const included = listIn(terms.inclusions, terms.inclusions_en, locale)
  const excluded = listIn(terms.exclusions, terms.exclusions_en, locale)
  if (!included.length && !excluded.length) return html``
  const list = (title: string, of: string[], shape: 'check' | 'no') =>
    of.length > 0 &&
    html`
<div>
  <h3>${title}</h3>
  <ul class="ticks ${shape}">${of.map((words) => html`<li>${icon(shape)}<span>${words}</span></li>`)}</ul>
</div>`
  return html`
<section class="part">
  <h2>${t('團費包含與不含', 'What the price includes')}</h2>
  <div class="two">
    ${list(t('包含', 'Included'), included, 'check')}
    ${list(t('不含', 'Not included'), excluded, 'no')}
  </div>
</section>`
}

// Lists without an English version are shown in Chinese rather than not at all: they are part of the contract.
const listIn = (zh: string[] = [], en: string[] = [], locale: Locale) => say([zh, en.length ? en : zh], locale)
