import { amountIn, span } from 'guidon-design/formats'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { card } from '../../kit/http/pages/parts.ts'
import type { Locale } from '../../kit/words/words.ts'
import { nameIn, wordsIn } from '../page-words.ts'
import { pathIn } from '../site/frame.ts'
import { tripPath } from '../site/parts.ts'
import { coverImage } from '../site/pictures.ts'
import type { Departure } from '../site/reads.ts'

const MOST = 3

/** After the return: where one could go next, the next departure of each route. */
export function nextTripsCard(departures: readonly Departure[], locale: Locale): Markup {
  const t = wordsIn(locale)
  const routes = departures.filter((trip, i) => i === departures.findIndex((one) => one.package_id === trip.package_id))
  if (!routes.length) return html``
  return card(
    t('下一趟', 'Your next trip'),
    html`
<ul class="trips">${routes.slice(0, MOST).map((trip) => row(trip, locale))}</ul>
<p><a href="${pathIn(locale, '/')}">${t('看全部行程', 'See all trips')}</a></p>`,
    { id: 'next-trips' },
  )
}

const row = (trip: Departure, locale: Locale) => {
  const t = wordsIn(locale)
  const { serial, departure_date, return_date, price } = trip
  const from = price && amountIn(price.currency, price.adult)
  return html`
<li><a href="${tripPath(serial, undefined, locale)}">
  ${coverImage(trip, { sizes: '120px' }, locale)}
  <span class="in">
    <b>${nameIn(trip, locale)}</b>
    <small>
      <span class="nb">${span(departure_date, return_date, locale)}</span>${' '}
      ${from && html`<span class="nb">${t(`${from} 起`, `from ${from}`)}</span>`}
    </small>
  </span>
</a></li>`
}
