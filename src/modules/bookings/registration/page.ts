import { html, type Markup, type Page } from '../../../kit/http/routes/html-page.ts'
import { type Locale, localTime, say } from '../../../kit/words/words.ts'
import { checkTable } from '../../travelers/labels.ts'
import { lineWords, statusWords } from '../labels.ts'
import type { Receipt } from './receipt-queries.ts'

/** The page behind a receipt's link: the booking, missing data, and offered seats to accept or decline. */
export const managePage = (booking: Receipt, token: string, locale: Locale, zone: string): Page => {
  const t = (zh: string, en: string) => say([zh, en], locale)
  const { booking_number, travelers, possible } = booking
  const rows = [...standing(booking, t, locale, zone), ...account(booking, t, locale)]
  return {
    title: booking_number,
    body: html`<h1>${t('您的訂單', 'Your booking')}</h1>
<dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<h2>${t('旅客', 'Travelers')}</h2>
<ul>${travelers.map(({ name, checks }) => html`<li>${name}${checks.map((check) => html`<br>· ${say(checkTable[check][1], locale)}`)}</li>`)}</ul>
${answers(possible, t)}`,
    ...(possible.length > 0 && { script: sending(token) }),
  }
}

type Translate = (zh: string, en: string) => string
type Row = readonly [string, string]

const standing = (booking: Receipt, t: Translate, locale: Locale, zone: string): Row[] => {
  const { booking_number, trip, status, waitlist_position, hold_expires_at } = booking
  const { serial, name, name_en, departure_date, return_date } = trip
  return [
    [t('訂單編號', 'Booking'), booking_number],
    [t('行程', 'Trip'), `${serial} ${t(name, name_en ?? name)} (${departure_date} – ${return_date})`],
    [t('狀態', 'Status'), say(statusWords[status], locale)],
    ...(waitlist_position ? [[t('候補順位', 'Place in line'), `${waitlist_position}`] as const] : []),
    ...(hold_expires_at && status === 'held'
      ? [[t('保留至', 'Kept until'), localTime(hold_expires_at, zone, locale)] as const]
      : []),
  ]
}

const account = (booking: Receipt, t: Translate, locale: Locale): Row[] => {
  const { status, currency, total, balance, price_lines, deposit, deposit_due_on, balance_due_on } = booking
  const isDue = status === 'held' || status === 'confirmed'
  return [
    ...price_lines.map(
      ({ kind, quantity, amount, currency }) =>
        [`${say(lineWords[kind], locale)} × ${quantity}`, `${currency} ${amount}`] as const,
    ),
    [t('合計', 'Total'), `${currency} ${total}`],
    [t('未付', 'Still to pay'), `${currency} ${balance}`],
    ...(isDue && deposit_due_on ? [[t('訂金', 'Deposit'), `${currency} ${deposit} (${deposit_due_on})`] as const] : []),
    ...(isDue && balance_due_on ? [[t('尾款期限', 'Balance due'), balance_due_on] as const] : []),
  ]
}

const answers = (possible: string[], t: Translate): Markup => {
  if (!possible.length) return html``
  const labels = {
    'confirm-contact': t('確認報名', 'Confirm'),
    accept: t('接受名額', 'Accept the seats'),
    decline: t('放棄', 'Give up'),
  }
  const buttons = Object.entries(labels).filter(([name]) => possible.includes(name))
  return html`<p id="answer">${buttons.map(([name, label]) => html`<button data-answer="${name}">${label}</button>`)}</p>
<p id="told" role="status" data-failed="${t('沒有送出，請稍後再試。', 'It was not sent; please try again.')}"></p>
<noscript>${t('請開啟 JavaScript，或聯絡您的業務。', 'Please turn on JavaScript, or talk to your sales person.')}</noscript>`
}

// The token has been validated, so it needs no escaping.
const sending = (token: string): Markup => html`
const told = document.getElementById('told'), box = document.getElementById('answer')
for (const button of box.querySelectorAll('button')) button.onclick = async () => {
  box.inert = true
  try {
    const answer = await fetch('/api/trip-registrations/${token}/' + button.dataset.answer, { method: 'POST',
      headers: { 'accept-language': document.documentElement.lang } })
    const { success, message } = await answer.json()
    if (success) location.reload()
    else told.textContent = message
  } catch {
    told.textContent = told.dataset.failed
    box.inert = false
  }
}
`
