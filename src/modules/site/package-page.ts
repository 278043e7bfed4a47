import { amountIn, shortDay } from 'guidon-design/formats'
import { html } from '../../kit/http/pages/html.ts'
import { type Locale, plural } from '../../kit/words/words.ts'
import { nameIn, type Translate, wordsIn } from '../page-words.ts'
import { board } from './catalogue.ts'
import { type SitePage, telephone } from './document.ts'
import { type Frame, pathIn } from './frame.ts'
import { inclusions, itinerary } from './itinerary.ts'
import { crumbs, subtitleOf, tripPath } from './parts.ts'
import { otherPictures, tripCover } from './pictures.ts'
import type { Departure, PackageOnPage } from './reads.ts'
import { cheapestOf, pictureOfPackage } from './share-pictures.ts'
import { sharePart } from './sharing.ts'
import { packageFacts } from './structured-data.ts'

/** A route with all its departures. Search engines list it in place of each departure. */
export function packagePage(frame: Frame, one: PackageOnPage, origin: string, locale: Locale): SitePage {
  const t = wordsIn(locale)
  const { departures, area, category, terms } = one
  const name = nameIn(one, locale)
  const kinds = [area, category].flatMap((named) => (named ? [nameIn(named, locale)] : []))
  const [first] = departures
  const cheapest = cheapestOf(departures)
  const notes = t(terms.important_notes ?? '', terms.important_notes_en ?? terms.important_notes ?? '')
  const description = t(one.description ?? '', one.description_en ?? '')
  const [all, dates] = [pathIn(locale, '/'), t('出發日與價格', 'Departures and prices')]
  const ways = [
    [t('所有行程', 'All trips'), all],
    ...(area ? [[nameIn(area, locale), `${all}?area=${area.code}#trips`] as const] : []),
  ] as const
  const length = t(`${one.days} 天 ${one.nights} 夜`, plural(one.days, 'day'))
  const body = html`
<div class="wrap">
  ${crumbs(ways, name, t)}
  ${tripCover({ ...one, package_id: one.id }, '', locale)}
  <div class="tripgrid">
    <div>
      <header class="triphead">
        <p class="meta"><span>${[length, ...kinds].join(t('・', ' · '))}</span></p>
        <h1>${name}</h1>
        <p class="soft">${subtitleOf(one, locale)}</p>
        ${description && html`<p class="words">${description}</p>`}
      </header>
      ${otherPictures(one.pictures, locale, t)}
      <section class="part" id="dates">
        <h2>${dates}</h2>
        ${departures.length ? boardOfRoute(departures, locale, t) : html`<p class="told">${t(...noDates)}</p>`}
      </section>
      ${itinerary(one, locale, t)}
      ${inclusions(terms, locale, t)}
      ${notes && html`<section class="part"><h2>${t('行前須知', 'Before you go')}</h2><p class="words">${notes}</p></section>`}
      ${sharePart(`${origin}${pathIn(locale, `/packages/${one.slug}`)}`, name, t)}
    </div>
    <aside class="side">
      <section class="buy" aria-label="${t('價格', 'Price')}">
        ${cheapest && priceFrom(cheapest, t)}
        ${first && waysToRegister(first, locale, t)}
        <a class="button full" href="${pathIn(locale, `/packages/${one.slug}.pdf`)}">${t('行程表（PDF）', 'Itinerary (PDF)')}</a>
        <p class="hint">${t('詢問', 'Questions')} ${telephone(frame.house.phone)}</p>
      </section>
    </aside>
  </div>
</div>`
  return {
    ...{ title: name, body, path: `/packages/${one.slug}`, at: 'trips' },
    description: subtitleOf(one, locale) || name,
    picture: pictureOfPackage(one, frame.house, locale),
    facts: packageFacts(one, frame.house, locale),
  }
}

// All rows have the name of this page, so they are called by their day.
const boardOfRoute = (departures: Departure[], locale: Locale, t: Translate) =>
  board(
    departures,
    undefined,
    ({ departure_date }) => t(`${shortDay(departure_date, locale)}出發`, `Departs ${shortDay(departure_date, locale)}`),
    locale,
  )

const noDates = [
  '這條路線目前沒有開放報名的出發日；歡迎來電詢問下一團。',
  'This route has no open departure at the moment. Call us and ask for the next one.',
] as const

const priceFrom = ({ currency, adult }: NonNullable<Departure['price']>, t: Translate) => html`
<p class="price">${amountIn(currency, adult)} <small>${t('起／每位大人', 'per adult, from')}</small></p>`

const waysToRegister = ({ serial, departure_date }: Departure, locale: Locale, t: Translate) => {
  const day = shortDay(departure_date, locale)
  return html`
<a class="button main full" href="${tripPath(serial, undefined, locale)}">${t(`最近一團 ${day}`, `The next one: ${day}`)}</a>
<a class="button full" href="#dates">${t('所有出發日', 'All dates')}</a>`
}
