import { span } from 'guidon-design/formats'
import { html, type Markup } from '../../../kit/http/pages/html.ts'
import { terms } from '../../../terms.ts'
import type { TripInPocket } from '../../on-the-road/pocket.ts'
import { nameOf, type Settings, translator } from './shown.ts'

const [before, after] = [terms.roadBefore.spelled, terms.roadAfter.spelled]

/** The trips in the pocket. */
export function tripList(trips: readonly TripInPocket[], settings: Settings): Markup {
  const t = translator(settings)
  const { locale } = settings
  const row = (trip: TripInPocket) => html`
<li><a class="card" href="${settings.base}/my/trips/${trip.id}">
  <b>${nameOf(trip, settings)}</b>
  <span class="soft small">${span(trip.departure_date, trip.return_date, locale)} · ${trip.serial}</span>
</a></li>`
  return html`
<h1>${t('我帶的團', 'My trips')}</h1>
${trips.length ? html`<ul class="trips">${trips.map(row)}</ul>` : html`<p class="soft">${t(`現在沒有您帶的團：團在出發前${before.zh}到回程後${after.zh}會在這裡。`, `You lead no trip now: a trip is here from ${before.en} before the departure to ${after.en} after the return.`)}</p>`}`
}

/** What stands in place of a trip that is not in the pocket. */
export function notHere(settings: Settings): Markup {
  const t = translator(settings)
  return html`
<div class="card">
  <h1>${t('這一團不在您的口袋裡', 'This trip is not in your pocket')}</h1>
  <p>${t(`出發前${before.zh}到回程後${after.zh}，由您帶的團才看得到；您寫好的紀錄仍會送出。`, `You see the trips that you lead, from ${before.en} before the departure to ${after.en} after the return. What you have written is sent all the same.`)}</p>
  <p class="does"><a class="button main" href="${settings.base}/my/trips/">${t('我帶的團', 'My trips')}</a></p>
</div>`
}
