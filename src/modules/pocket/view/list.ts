import { span } from 'guidon-design/formats'
import { html, type Markup } from '../../../kit/http/pages/html.ts'
import type { TripInPocket } from '../../on-the-road/pocket.ts'
import { nameOf, type Settings, translator } from './shown.ts'

/** The trips in the pocket, or what is said where there is none. */
export function tripList(trips: readonly TripInPocket[], settings: Settings, none: Markup): Markup {
  const t = translator(settings)
  const { locale } = settings
  const row = (trip: TripInPocket) => html`
<li><a class="card" href="${settings.base}/my/trips/${trip.id}">
  <b>${nameOf(trip, settings)}</b>
  <span class="soft small">${span(trip.departure_date, trip.return_date, locale)} · ${trip.serial}</span>
</a></li>`
  return html`
<h1>${t('我帶的團', 'My trips')}</h1>
${trips.length ? html`<ul class="trips">${trips.map(row)}</ul>` : none}`
}
