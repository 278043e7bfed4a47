import { longDay } from 'guidon-design/formats'
import { html } from '../../kit/http/pages/html.ts'
import { requestNumber } from '../../kit/http/pages/refused-page.ts'
import type { Refused } from '../../kit/http/server/problem.ts'
import type { Locale } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import { nameIn, type Translate, wordsIn } from '../page-words.ts'
import { reach, type SitePage, telephone } from './document.ts'
import { type Frame, type HouseInPublic, pathIn } from './frame.ts'
import { dateLink } from './parts.ts'
import type { Departure, TripOnPage } from './reads.ts'
import { moveButtons } from './register/parts.ts'

/** A departure that strangers cannot register for any more: it was cancelled, it is closed, or its route is gone. */
export function goneTripPage({ house }: Frame, trip: TripOnPage, locale: Locale): SitePage {
  const t = wordsIn(locale)
  const name = nameIn(trip, locale)
  const day = longDay(trip.departure_date, locale)
  const title = closedWords(trip, t)
  return {
    ...{
      title: `${title} ${trip.serial}`,
      description: title,
      path: `/trips/${trip.serial}`,
      isListed: false,
      at: 'trips',
    },
    body: html`
<div class="wrap leaf">
  <p class="soft">${trip.serial}</p>
  <h1>${title}</h1>
  <p class="lead">${t(`${name}，${day} 出發。`, `${name}, departing on ${day}.`)}</p>
  ${trip.other_dates.length ? html`<h2>${t('同一行程的其他出發日', 'Other dates of the same trip')}</h2>` : noOtherDate(t)}
  ${trip.other_dates.length > 0 && datesOf(trip.other_dates, locale, t)}
  ${allTrips(locale, t)}
  <p class="soft">
    ${t('已報名的旅客：我們會與您聯絡，也歡迎來電', 'If you are registered, we contact you; you may also call')}${' '}
    ${telephone(house.phone)}
    ${t('。', '.')}
  </p>
</div>`,
  }
}

const datesOf = (dates: readonly TripOnPage['other_dates'][number][], locale: Locale, t: Translate) =>
  html`<div class="dates">${dates.map((date) => dateLink(date, undefined, locale, t))}</div>`

const noOtherDate = (t: Translate) =>
  html`<p>${t('這個行程目前沒有其他出發日。', 'This trip has no other date at the moment.')}</p>`

const allTrips = (locale: Locale, t: Translate) => html`
<p class="does"><a class="button main" href="${pathIn(locale, '/')}">${t('看所有行程', 'See all trips')}</a></p>`

const closedWords = ({ status }: TripOnPage, t: Translate) =>
  status === 'cancelled'
    ? t('這一團已取消', 'This departure was cancelled')
    : t('這一團已停止報名', 'Registration for this departure is closed')

/** A page that is not there. Of an unknown trip it offers the departures of the same route, as far as they are known. */
export function unknownPage(path: string, locale: Locale, sameRoute: readonly Departure[] = [], house?: HouseInPublic) {
  const t = wordsIn(locale)
  const title = t('找不到這個頁面', 'There is no such page')
  const says = t(
    '網址可能打錯了，或這一頁已不再公開。',
    'The address may be mistyped, or the page is not public any more.',
  )
  return {
    ...{ status: 404, title, description: title, path, isListed: false },
    body: html`
<div class="wrap leaf">
  <h1>${title}</h1>
  <p class="lead">${says}</p>
  ${sameRoute[0] && html`<h2>${nameIn(sameRoute[0], locale)}</h2>`}
  ${sameRoute[0] && datesOf(sameRoute, locale, t)}
  ${allTrips(locale, t)}
  ${house && reach(house, title, t)}
</div>`,
  }
}

/** What a visitor is told instead of the page that was asked for. */
export function refusedSitePage({ title, says, ...refused }: Refused, { house }: Frame, locale: Locale): SitePage {
  const t = wordsIn(locale)
  return {
    ...{ title, description: title, path: '/', isListed: false },
    body: html`
<div class="wrap leaf">
  <h1>${title}</h1>
  <p class="lead">${says}</p>
  ${requestNumber(refused, locale)}
  <p class="does">
    <a class="button main" href="${pathIn(locale, '/')}">${t('看所有行程', 'See all trips')}</a>
    <a class="button" href="${pathIn(locale, '/talks')}">${t('看講座', 'See the talks')}</a>
    <a class="button" href="${pathIn(locale, '/my/')}">${t('我的訂單', 'My booking')}</a>
  </p>
  <p class="soft">${t('找不到要的內容，歡迎與我們聯絡。', 'Tell us what you look for, and we help.')}</p>
  ${reach(house, title, t)}
</div>`,
  }
}

/** A draft whose link is wrong, or whose time is over. */
export function unknownDraftPage(serial: string, locale: Locale) {
  const t = wordsIn(locale)
  const title = t('這份報名草稿已失效', 'This draft is not there any more')
  const says = t(
    `連結可能不完整，或已超過 ${terms.draft.zh}。`,
    `The link may be incomplete, or it is older than ${terms.draft.en}.`,
  )
  const again = pathIn(locale, `/register/${encodeURIComponent(serial)}`)
  return {
    ...{ status: 404, title, description: title, path: '/', isListed: false },
    body: html`
<div class="wrap leaf">
  <h1>${title}</h1>
  <p class="lead">${says}</p>
  <p class="does">
    <a class="button main" href="${again}">${t('重新報名', 'Begin again')}</a>
    <a class="button" href="${pathIn(locale, '/')}">${t('看所有行程', 'See all trips')}</a>
  </p>
</div>`,
  }
}

/** A draft whose trip takes no registrations any more. It can go on with another date. */
export function closedDraftPage({ house }: Frame, trip: TripOnPage, locale: Locale): SitePage {
  const t = wordsIn(locale)
  const title = closedWords(trip, t)
  const dates = trip.other_dates.slice(0, 4)
  return {
    ...{ title, description: title, path: '/', isListed: false },
    body: html`
<div class="wrap leaf">
  <p class="soft">${trip.serial}</p>
  <h1>${title}</h1>
  <p class="lead">${t('您填的資料都還在。', 'What you entered is still kept.')}</p>
  ${dates.length ? html`<h2>${t('改成其他出發日', 'Go on with another date')}</h2>` : noOtherDate(t)}
  ${dates.length > 0 && moveButtons(dates, locale)}
  <p class="does"><a class="button" href="${pathIn(locale, '/')}">${t('看所有行程', 'See all trips')}</a></p>
  <p class="soft">${t('詢問', 'Questions')} ${telephone(house.phone)}</p>
</div>`,
  }
}
