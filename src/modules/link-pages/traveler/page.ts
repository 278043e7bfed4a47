import { html } from '../../../kit/http/pages/html.ts'
import type { Page } from '../../../kit/http/pages/page.ts'
import { card, done, sending } from '../../../kit/http/pages/parts.ts'
import type { Visit } from '../../../kit/http/pages/taking.ts'
import type { BookedTrip } from '../../booked-trips/queries.ts'
import type { BriefingOnPage } from '../../seminars/invitations/queries.ts'
import { briefingsCard } from '../booking/briefings.ts'
import { guestCard } from '../booking/guests.ts'
import type { GuestOnPage } from '../booking/queries.ts'
import { tripCard } from '../booking/trip.ts'
import { daysIn, type Translate, wordsIn } from '../words.ts'

type Parts = {
  trip: BookedTrip
  guests: readonly GuestOnPage[]
  briefings: readonly BriefingOnPage[]
  zone: string
  isTraveling: boolean
}

/** The page of one traveler: what is asked of it, and its trip. */
export const travelerPage = ({ trip, guests, briefings, zone, isTraveling }: Parts, visit: Visit): Page => {
  const { locale } = visit
  const t = wordsIn(locale)
  const may = { change: isTraveling, upload: isTraveling, changeEmail: false }
  return {
    title: `${trip.serial} ${nameOf(trip, t)}`,
    body: html`${head(trip, t)}
${visit.done === 'confirm' && done(t('謝謝您，之後的通知會寄到這個信箱。', 'Thank you. From now on you are told here.'))}
${!isTraveling && card(t('您不參加這個行程', 'You are not on this trip'), html`<p>${t('您的參團已取消；有疑問請與我們聯絡。', 'Your place was cancelled; please talk to us if you have questions.')}</p>`)}
${briefingsCard(briefings, visit)}${guests.map((guest) => guestCard(guest, visit, may))}
${isTraveling && tripCard(trip, zone, locale)}`,
  }
}

/** What the owner of an address is asked before anything else is shown. */
export const askingPage = (trip: BookedTrip, { locale }: Visit): Page => {
  const t = wordsIn(locale)
  const days = daysIn(trip.departure_date, trip.return_date, locale)
  return {
    title: t('請確認您的信箱', 'Please confirm your address'),
    body: html`${head(trip, t)}
${card(
  t('這是您的信箱嗎？', 'Is this your address?'),
  html`<p>${t(
    `您的同行者為您登記了這個行程（${days}）。確認後，您可以在這裡看行程、填資料、上傳文件，集合與航班的異動也會寄給您。`,
    `Somebody you travel with entered this address for this trip (${days}). Once you confirm, you can see the trip here, fill in your details and send papers, and you hear of changes of the meeting point and the flights.`,
  )}</p>
${sending({ name: 'confirm', sent: undefined, body: html``, button: t('是的，這是我的信箱', 'Yes, it is mine') })}
<p class="soft small">${t('若不是您，請關閉此頁，我們不會再寄信給您。', 'If it is not you, close this page: you get no further mail.')}</p>`,
  { className: 'asks' },
)}`,
  }
}

const nameOf = ({ name, name_en }: BookedTrip, t: Translate) => t(name, name_en ?? name)

const head = (trip: BookedTrip, t: Translate) =>
  html`<div class="head"><p class="soft">${t('您的行程', 'Your trip')} · ${trip.serial}</p><h1>${nameOf(trip, t)}</h1></div>`
