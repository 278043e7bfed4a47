import { html } from '../../kit/http/pages/html.ts'
import { type Locale, plural } from '../../kit/words/words.ts'
import type { Receipt } from '../bookings/manage.ts'
import { momentIn } from '../link-pages/words.ts'
import type { SitePage } from './document.ts'
import { pathIn } from './frame.ts'
import { coverImage } from './pictures.ts'
import type { TripOnPage } from './reads.ts'
import { nameIn, priceIn, shortDay, type Translate, wordsIn } from './words.ts'

type Sent = { receipt: Receipt; link: string | undefined; trip: TripOnPage; zone: string; today: string }

/** The receipt of a registration: the deadline first, then what was registered, then what comes next. */
export function receiptPage({ receipt, link, trip, zone, today }: Sent, locale: Locale): SitePage {
  const t = wordsIn(locale)
  const { booking_number, status, hold_expires_at, is_contact_proved, price_lines, total, currency, travelers } =
    receipt
  const isInLine = status === 'waitlisted'
  const until = hold_expires_at && status === 'held' ? soonIn(hold_expires_at, { zone, today }, locale) : ''
  const place = receipt.waitlist_position
  const inLine = place
    ? t(`已登記候補，第 ${place} 位`, `You are number ${place} on the waitlist`)
    : t('已登記候補', 'You are on the waitlist')
  const seated = until
    ? t(`名額為您保留到 ${until}`, `Your seats are kept until ${until}`)
    : t('已收到您的報名', 'Your registration was received')
  const heading = isInLine ? inLine : seated
  const lead = is_contact_proved
    ? t('信箱已確認。', 'Your mailbox is confirmed.')
    : t(
        '請打開信箱，按下信裡的確認，報名才會成立。',
        'Open your mailbox and press the confirmation in our mail: only then your registration counts.',
      )
  const title = t('報名收據', 'Your registration')
  return {
    ...{ title, description: title, path: '/', isListed: false, at: 'trips' },
    body: html`<div class="wrap"><div class="slip"><header><h1>${heading}</h1><p class="soft">${lead}</p></header>
<article class="ticket"><div class="pic">${coverImage(trip, { sizes: '(min-width: 700px) 300px, 100vw' }, locale)}</div><div class="in"><div><p class="soft small">${t('報名編號', 'Booking number')}</p><p class="big">${booking_number}</p><p><b>${nameIn(trip, locale)}</b></p><p class="soft">${shortDay(trip.departure_date, locale)} – ${shortDay(trip.return_date, locale)} · ${t(`${travelers.length} 位`, plural(travelers.length, 'person', 'people'))}</p></div>
<dl class="sum">${price_lines.map((line) => html`<div><dt>${t(line.description, line.description_en ?? line.description)} × ${line.quantity}</dt><dd>${priceIn(line.currency, line.amount)}</dd></div>`)}<div class="total"><dt>${t('合計', 'Total')}</dt><dd>${priceIn(currency, total)}</dd></div></dl></div></article>
<section class="card next"><h2>${t('接下來', 'What comes next')}</h2><ol>${nextLines(receipt, trip, zone, locale, t).map(([words, when]) => html`<li><span>${words}</span><span class="soft">${when}</span></li>`)}</ol></section>
<p class="row">${link && html`<a class="button main" href="/l/booking/${link}">${t('前往我的訂單', 'To my booking')}</a>`}<a class="button" href="${pathIn(locale, `/trips/${encodeURIComponent(trip.serial)}.ics`)}">${t('加入行事曆', 'Add to your calendar')}</a></p></div></div>`,
  }
}

const nextLines = (
  {
    is_contact_proved,
    hold_expires_at,
    status,
    deposit,
    deposit_due_on,
    balance_due_on,
    total,
    currency,
    travelers,
    contact,
  }: Receipt,
  trip: TripOnPage,
  zone: string,
  locale: Locale,
  t: Translate,
) => {
  const { email } = contact as { email: string | null }
  const isHeld = status === 'held'
  const lines: (readonly [words: string, when: string])[] = []
  if (!is_contact_proved)
    lines.push([
      t(`確認信箱：已寄到 ${masked(email)}`, `Confirm your mailbox: the mail went to ${masked(email)}`),
      isHeld && hold_expires_at ? momentIn(hold_expires_at, zone, locale) : '',
    ])
  if (deposit > 0)
    lines.push([
      t(
        `訂金 ${priceIn(currency, deposit)}，確認後告訴您怎麼付`,
        `Deposit ${priceIn(currency, deposit)}; how to pay is told once confirmed`,
      ),
      isHeld && deposit_due_on ? shortDay(deposit_due_on, locale) : '',
    ])
  if (total > deposit)
    lines.push([
      t(`尾款 ${priceIn(currency, total - deposit)}`, `Balance ${priceIn(currency, total - deposit)}`),
      isHeld && balance_due_on ? shortDay(balance_due_on, locale) : '',
    ])
  const lacking = travelers.filter(({ checks }) => checks.length > 0)
  if (lacking.length)
    lines.push([
      t(
        `補齊護照資料：${lacking.map(({ name }) => name).join('、')}`,
        `Passport details to follow: ${lacking.map(({ name }) => name).join(', ')}`,
      ),
      '',
    ])
  lines.push([t('出發', 'Departure'), shortDay(trip.departure_date, locale)])
  return lines
}

/** A moment of today as its time alone, so that a deadline of half an hour is read at once. */
const soonIn = (moment: string, { zone, today }: { zone: string; today: string }, locale: Locale) => {
  const at = new Date(moment)
  const isToday = at.toLocaleDateString('sv', { timeZone: zone }) === today
  return isToday
    ? at.toLocaleTimeString('sv', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
    : momentIn(moment, zone, locale)
}

/** Enough of an address to notice a mistake. */
const masked = (email: string | null) => (email ?? '').replace(/^(.{1,3})[^@]*/, '$1•••')
