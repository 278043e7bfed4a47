import { span } from 'guidon-design/formats'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { done, sending } from '../../kit/http/pages/parts.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { statusWords } from '../bookings/words.ts'
import { nameIn, wordsIn } from '../page-words.ts'
import { pathIn } from '../site/frame.ts'
import { coverImage } from '../site/pictures.ts'
import { placePath } from './document.ts'
import type { BookingRow } from './reads.ts'

type OnList = { bookings: readonly BookingRow[]; name: string | undefined; done: string | undefined }

/** The bookings of who is here: of the account, and of the links that were opened in this browser. */
export function listPage({ bookings, name, done: said }: OnList, locale: Locale): Markup {
  const t = wordsIn(locale)
  const [past, coming] = [bookings.filter(({ is_past }) => is_past), bookings.filter(({ is_past }) => !is_past)]
  return html`<header class="head"><h1>${t('我的訂單', 'My bookings')}</h1>${name && html`<p class="soft">${t(`${name} 您好`, `Hello, ${name}`)}</p>`}</header>
${said === 'password' && done(t('密碼已更改，其他裝置都已登出。', 'Your password is changed; all other devices were signed out.'))}
${coming.length > 0 ? rows(coming, locale) : html`<p>${t('目前沒有即將出發的訂單。', 'You have no booking of a trip to come.')}</p>`}
${past.length > 0 && html`<section class="part"><h2>${t('走過的行程', 'Past trips')}</h2>${rows(past, locale)}</section>`}
<section class="card over">${name && html`<p><a href="${pathIn(locale, '/my/account')}">${t('我的帳號與密碼', 'My account and password')}</a></p>`}
<p class="soft small">${t('這台裝置若是共用的，看完請離開。', 'On a shared device, leave when you are done.')}</p>
${sending({ name: 'leave', sent: undefined, body: html``, button: t('離開並登出', 'Leave and sign out'), kind: '' })}</section>`
}

const rows = (bookings: readonly BookingRow[], locale: Locale) =>
  html`<ul class="trips">${bookings.map((booking) => row(booking, locale))}</ul>`

const row = (booking: BookingRow, locale: Locale) => {
  const { booking_number, departure_date, return_date, status } = booking
  return html`
<li><a href="${pathIn(locale, placePath(booking_number))}">
  ${coverImage(booking, { sizes: '120px' }, locale)}
  <span class="in">
    <b>${nameIn(booking, locale)}</b>
    <small>
      <span class="nb">${span(departure_date, return_date, locale)}</span>${' '}
      <span class="nb">${booking_number}</span>
    </small>
  </span>
  <span class="badge">${say(statusWords[status], locale)}</span>
</a></li>`
}
