import { amountIn, clock, dayOf, moment, shortDay, span } from 'guidon-design/formats'
import { html } from '../../../kit/http/pages/html.ts'
import { qrCode } from '../../../kit/http/pages/qr-code.ts'
import { type Locale, plural, say } from '../../../kit/words/words.ts'
import { type CustomerFacts, depositDue, standingOf } from '../../bookings/customer-states.ts'
import type { Receipt } from '../../bookings/manage.ts'
import { nameIn, type Translate, wordsIn } from '../../page-words.ts'
import type { SitePage } from '../document.ts'
import { pathIn } from '../frame.ts'
import { sumsList } from '../parts.ts'
import { coverImage } from '../pictures.ts'
import type { TripOnPage } from '../reads.ts'

type Sent = {
  receipt: Receipt
  facts: CustomerFacts
  /** The link in the answer to the registration. */
  link: string | undefined
  origin: string
  trip: TripOnPage
  zone: string
  today: string
}

/** The receipt of a registration: the deadline first, then what was registered, then what comes next. */
export function receiptPage({ receipt, facts, link, origin, trip, zone, today }: Sent, locale: Locale): SitePage {
  const t = wordsIn(locale)
  const title = t('報名收據', 'Your registration')
  const until = heldUntil(receipt, { zone, today }, locale)
  const booking = link && opensBooking(receipt) ? `/l/booking/${link}` : undefined
  const place = booking ?? pathIn(locale, `/my/${encodeURIComponent(receipt.booking_number)}`)
  const isOff = hasEnded(receipt)
  return {
    ...{ title, description: title, path: '/', isListed: false, at: 'trips' },
    body: html`
<div class="wrap"><div class="slip">
  <header>
    <h1>${headingOf(receipt, until, t)}</h1>
    <p class="soft">${isOff ? endOf(facts, { zone, today }, locale) : leadOf(receipt, t)}</p>
  </header>
  ${ticketOf(receipt, trip, booking && `${origin}${booking}`, locale, t)}
  ${!isOff && nextCard(nextLines(receipt, { trip, until }, locale, t), t)}
  <p class="does">
    <a class="button main" href="${place}">${t('前往我的訂單', 'To my booking')}</a>
    ${!isOff && calendarButton(trip, locale, t)}
  </p>
  ${booking && contactOf(receipt).email === null && keepLink(`${origin}${booking}`, t)}
</div></div>`,
  }
}

// Once the mailbox is confirmed, only the links of mails open the booking, because it may then contain what others have entered.
const opensBooking = (receipt: Receipt) => !receipt.is_contact_proved || contactOf(receipt).email === null

/** What a person sees by their own link once the registration was sent: that it was, and for which trip. The rest is for whoever sent it. */
export function receiptOfPerson(trip: TripOnPage, locale: Locale): SitePage {
  const t = wordsIn(locale)
  const title = t('報名已送出', 'The registration was sent')
  const says = t(
    '您填的資料已交給旅行社；之後的事，請問幫您報名的人。',
    'What you entered went to the agency. Whoever registered you can tell you what comes next.',
  )
  return {
    ...{ title, description: title, path: '/', isListed: false, at: 'trips' },
    body: html`
<div class="wrap"><div class="slip">
  <header>
    <h1>${title}</h1>
    <p class="soft">${says}</p>
  </header>
  <article class="ticket">
    ${pictureOnTicket(trip, locale)}
    <div class="in"><div class="stub"><div>${tripOnTicket(trip, locale)}</div></div></div>
  </article>
  <p class="does">${calendarButton(trip, locale, t)}</p>
</div></div>`,
  }
}

const pictureOnTicket = (trip: TripOnPage, locale: Locale) =>
  html`<div class="pic">${coverImage(trip, { sizes: '(min-width: 700px) 300px, 100vw' }, locale)}</div>`

const hasEnded = ({ status }: Receipt) => status === 'expired' || status === 'cancelled'

const tripOnTicket = (trip: TripOnPage, locale: Locale) => html`
<p><b>${nameIn(trip, locale)}</b></p>
<p class="soft">${span(trip.departure_date, trip.return_date, locale)}</p>`

const calendarButton = ({ serial }: TripOnPage, locale: Locale, t: Translate) => {
  const path = pathIn(locale, `/trips/${encodeURIComponent(serial)}.ics`)
  return html`<a class="button" href="${path}">${t('加入行事曆', 'Add to your calendar')}</a>`
}

const contactOf = ({ contact }: Receipt) => contact as { phone: string | null; email: string | null }

const headingOf = ({ status, waitlist_position: position, travelers }: Receipt, until: string, t: Translate) => {
  if (status === 'expired') return t('這筆報名已失效', 'This registration has expired')
  if (status === 'cancelled') return t('這筆報名已取消', 'This registration was cancelled')
  if (status === 'waitlisted')
    return position
      ? t(`已登記候補，第 ${position} 位`, `You are number ${position} on the waitlist`)
      : t('已登記候補', 'You are on the waitlist')
  if (!until) return t('已收到您的報名', 'Your registration was received')
  const seats = travelers.length === 1 ? 'Your seat is' : 'Your seats are'
  return t(`名額為您保留到 ${until}`, `${seats} kept until ${until}`)
}

/** How a registration has ended, and what is to be done now, as its place says it. */
const endOf = (facts: CustomerFacts, now: { zone: string; today: string }, locale: Locale) => {
  const { seat, reason, now: toDo } = standingOf(facts, now, locale)
  return [seat, reason && say([`原因：${reason}。`, `${reason}.`], locale), toDo].filter(Boolean).join(' ')
}

const leadOf = (receipt: Receipt, t: Translate) => {
  const { is_contact_proved, status } = receipt
  if (status === 'waitlisted' && !is_contact_proved)
    return contactOf(receipt).email === null ? t(...waitingByPhone) : t(...waitingByMail)
  if (contactOf(receipt).email === null)
    return is_contact_proved
      ? t('已與您通話確認。', 'We have confirmed it with you by telephone.')
      : t('我們會打電話給您，確認後報名才會成立。', 'We call you to confirm: only then your registration counts.')
  return is_contact_proved
    ? t('信箱已確認。', 'Your mailbox is confirmed.')
    : t(
        '請打開信箱，按下信裡的確認，報名才會成立。',
        'Open your mailbox and press the confirmation in our mail: only then your registration counts.',
      )
}

const waitingByPhone = [
  '我們會打電話給您確認；有名額時，再依順序通知您。候補中不必付款。',
  'We call you to confirm, and tell you in order when there are seats. There is nothing to pay while you wait.',
] as const
const waitingByMail = [
  '請打開信箱，按下信裡的確認，有名額時我們才能通知您。候補中不必付款。',
  'Open your mailbox and press the confirmation in our mail, so that we can tell you when there are seats. There is nothing to pay while you wait.',
] as const

const ticketOf = (
  { booking_number, travelers, price_lines, total, currency }: Receipt,
  trip: TripOnPage,
  link: string | undefined,
  locale: Locale,
  t: Translate,
) => {
  const lines = price_lines.map(
    ({ description, description_en, quantity, currency: of, amount }) =>
      [`${t(description, description_en ?? description)} × ${quantity}`, amountIn(of, amount)] as const,
  )
  return html`
<article class="ticket">
  ${pictureOnTicket(trip, locale)}
  <div class="in">
    <div class="stub">
      <div>
        <p class="soft small">${t('報名編號', 'Booking number')}</p>
        <p class="big">${booking_number}</p>
        ${tripOnTicket(trip, locale)}
        <p class="soft">${t(`${travelers.length} 位`, plural(travelers.length, 'person', 'people'))}</p>
      </div>
      ${link && qrCode(link, t('訂單連結的 QR 碼', 'QR code of the link to your booking'))}
      ${link && html`<p class="soft small wide">${t(...linkIsYours)}</p>`}
    </div>
    ${sumsList(lines, [t('合計', 'Total'), amountIn(currency, total)])}
  </div>
</article>`
}

const linkIsYours = [
  '用另一支手機掃描即可接著看；這個連結只屬於您，請勿轉傳。',
  'Scan it to go on with another phone. The link is yours alone: do not pass it on.',
] as const

/** No mail brings the link, so the page says it. */
const keepLink = (address: string, t: Translate) => {
  const says = t(
    '不會寄信給您，請存下這個連結，之後從這裡看訂單：',
    'You get no mail from us. Keep this link to see your booking later:',
  )
  return html`<p class="told"><span>${says} <a href="${address}">${address}</a></span></p>`
}

const nextCard = (lines: ReturnType<typeof nextLines>, t: Translate) => html`
<section class="card next">
  <h2>${t('接下來', 'What comes next')}</h2>
  <ol>${lines.map(([words, when]) => html`<li><span>${words}</span><span class="soft">${when}</span></li>`)}</ol>
</section>`

const nextLines = (
  receipt: Receipt,
  { trip, until }: { trip: TripOnPage; until: string },
  locale: Locale,
  t: Translate,
) => {
  const { is_contact_proved, status, deposit, balance_due_on, total, currency, travelers } = receipt
  const isWaiting = status === 'waitlisted'
  const due = depositDue({ ...receipt, is_proved: is_contact_proved })
  const depositBy = !due ? '' : 'on' in due ? shortDay(due.on, locale) : until && t(`${until} 前`, `by ${until}`)
  const { phone, email } = contactOf(receipt)
  const isHeld = status === 'held'
  const lines: (readonly [words: string, when: string])[] = []
  if (!is_contact_proved)
    lines.push([
      email === null
        ? t(`我們致電 ${phone} 與您確認`, `We call you at ${phone} to confirm`)
        : t(`確認信箱：已寄到 ${masked(email)}`, `Confirm your mailbox: the mail went to ${masked(email)}`),
      until && t(`${until} 前`, `by ${until}`),
    ])
  if (isWaiting)
    lines.push([
      t(
        '有名額時，依順序通知您；在此之前不必付款',
        'When there are seats, you are told in order; there is nothing to pay before',
      ),
      '',
    ])
  if (deposit > 0 && !isWaiting)
    lines.push([
      t(
        `訂金 ${amountIn(currency, deposit)}，確認後告訴您怎麼付`,
        `Deposit ${amountIn(currency, deposit)}; how to pay is told once confirmed`,
      ),
      depositBy,
    ])
  if (total > deposit && !isWaiting)
    lines.push([
      t(`尾款 ${amountIn(currency, total - deposit)}`, `Balance ${amountIn(currency, total - deposit)}`),
      isHeld && balance_due_on ? shortDay(balance_due_on, locale) : '',
    ])
  const lacking = travelers.filter(({ checks }) => checks.length > 0).map(({ name }) => name)
  const named = is_contact_proved ? ['', ''] : [`：${lacking.join('、')}`, `: ${lacking.join(', ')}`]
  if (lacking.length) lines.push([t(`補齊護照資料${named[0]}`, `Passport details to follow${named[1]}`), ''])
  lines.push([t('出發', 'Departure'), shortDay(trip.departure_date, locale)])
  return lines
}

/** Until when the seats are kept: today as the time alone, so that a deadline of half an hour is read at once. */
const heldUntil = (
  { status, hold_expires_at, paid }: Receipt,
  { zone, today }: { zone: string; today: string },
  locale: Locale,
) => {
  if (status !== 'held' || !hold_expires_at || paid > 0) return ''
  const isToday = dayOf(hold_expires_at, zone) === today
  return isToday ? clock(hold_expires_at, zone) : moment(hold_expires_at, zone, locale)
}

/** Enough of an address to notice a mistake. */
const masked = (email: string) => email.replace(/^(.{1,3})[^@]*/, '$1•••')
