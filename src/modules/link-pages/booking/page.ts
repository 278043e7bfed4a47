import { html, type Markup } from '../../../kit/http/pages/html.ts'
import type { Page } from '../../../kit/http/pages/page.ts'
import { card, done, facts, fault, input, longText, sending } from '../../../kit/http/pages/parts.ts'
import type { Visit } from '../../../kit/http/pages/taking.ts'
import { say } from '../../../kit/words/words.ts'
import type { Receipt } from '../../bookings/manage.ts'
import { statusWords } from '../../bookings/words.ts'
import { daysIn, momentIn, type Translate, wordsIn } from '../words.ts'

type Parts = { booking: Receipt; cards: Markup; zone: string; canChange: boolean }

/** The page of a booking: what is to be done now comes first. */
export const bookingPage = ({ booking, cards, zone, canChange }: Parts, visit: Visit): Page => {
  const { locale, sent } = visit
  const t = wordsIn(locale)
  const { trip, booking_number, hold_expires_at, status, waitlist_position } = booking
  const name = t(trip.name, trip.name_en ?? trip.name)
  return {
    title: `${booking_number} ${name}`,
    body: html`<div class="head"><p class="soft">${t('您的訂單', 'Your booking')} · ${booking_number}</p><h1>${name}</h1>
<p><span class="badge">${say(statusWords[status], locale)}</span> <span class="soft">${daysIn(trip.departure_date, trip.return_date, locale)}</span></p></div>
${visit.done && steps.has(visit.done) && done(t('謝謝您，已經完成。', 'Thank you, it is done.'))}
${sent && steps.has(sent.form) && fault(sent.says)}
${next(booking, t, zone, visit)}
${facts([
  [t('候補順位', 'Place in line'), waitlist_position ? `${waitlist_position}` : null],
  [
    t('名額保留至', 'Seats kept until'),
    status === 'held' && hold_expires_at ? momentIn(hold_expires_at, zone, locale) : null,
  ],
])}
${cards}
${canChange && contact(booking, visit, t)}
${giveUp(booking, t)}`,
  }
}
const steps = new Set(['confirm-contact', 'accept', 'decline'])

const next = (booking: Receipt, t: Translate, zone: string, { locale }: Visit) => {
  const { possible, is_offered, hold_expires_at, proof_until } = booking
  const step = (name: string, button: string) => sending({ name, sent: undefined, body: html``, button })
  if (possible.includes('confirm-contact') && proof_until) {
    const by = momentIn(proof_until, zone, locale)
    return card(
      t('候補輪到您了', 'It is your turn'),
      html`<p>${t(`名額為您保留至 ${by}；請在這之前確認，逾時將讓給下一位。`, `Seats are kept for you until ${by}: confirm before that, or they go to the next in line.`)}</p>${step('confirm-contact', t('確認信箱並取得名額', 'Confirm and get the seats'))}`,
      { className: 'asks' },
    )
  }
  if (possible.includes('confirm-contact'))
    return card(
      t('請確認您的報名', 'Please confirm your registration'),
      html`<p>${t('請在期限內確認，報名才會成立。', 'Your registration counts once you have confirmed it in time.')}</p>${step('confirm-contact', t('確認報名', 'Confirm'))}`,
      { className: 'asks' },
    )
  if (!possible.includes('accept')) return html``
  const until = is_offered && hold_expires_at ? momentIn(hold_expires_at, zone, locale) : ''
  return card(
    t('有名額了', 'There are seats for you'),
    html`<p>${t(`請於 ${until} 前接受，逾時將讓給下一位。`, `Accept them before ${until}, or they go to the next in line.`)}</p>${step('accept', t('接受名額', 'Accept the seats'))}`,
    { className: 'asks' },
  )
}

const contact = ({ contact, customer_note }: Receipt, visit: Visit, t: Translate) => {
  const form = 'contact'
  const { sent } = visit
  const field = (name: string, label: string) => ({ form, sent, name, label })
  const { phone, email } = contact as { phone: string | null; email: string | null }
  const body = html`
<div class="pair">${input({ ...field('phone', t('電話', 'Telephone')), type: 'tel', value: phone })}
${input({ ...field('email', t('電子郵件', 'Email')), type: 'email', value: email, hint: t('更改後，新的信箱需要再確認一次。', 'A new address has to be confirmed again.') })}</div>
${longText({ ...field('customer_note', t('想告訴我們的事', 'What we should know')), value: customer_note })}`
  return card(
    t('聯絡方式與備註', 'Contact and notes'),
    html`${visit.done === form && done(t('已儲存。', 'Saved.'))}${sending({ name: form, sent, body, button: t('儲存', 'Save') })}`,
  )
}

// It takes a second look: the button is behind a heading that has to be opened first.
const giveUp = ({ possible }: Receipt, t: Translate) =>
  possible.includes('decline') &&
  html`<section class="card over"><details><summary>${t('放棄報名', 'Give up this registration')}</summary>
<p>${t('放棄後，名額會讓給下一位，無法復原。', 'Your seats then go to the next in line; this cannot be undone.')}</p>
${sending({ name: 'decline', sent: undefined, body: html``, button: t('確定放棄', 'Yes, give up'), kind: 'grave' })}</details></section>`
