import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import type { PageRoute, Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { type Page, secretPage } from '../../kit/http/pages/page.ts'
import { card, done, facts, fault, input, longText, sending } from '../../kit/http/pages/parts.ts'
import { form } from '../../kit/http/pages/sent.ts'
import { say } from '../../kit/words/words.ts'
import { bookedTrip } from '../booked-trips/queries.ts'
import { aliveStatuses } from '../booking-statuses.ts'
import { Contact } from '../bookings/booking.ts'
import { declineOffer } from '../bookings/cancel.ts'
import { confirmContact } from '../bookings/confirm-contact.ts'
import { inviteCustomer } from '../bookings/customer.ts'
import { openLink, openMailedLink } from '../bookings/links.ts'
import { Completion, completeBooking, type Receipt, receiptOf } from '../bookings/manage.ts'
import { acceptOffer } from '../bookings/steps.ts'
import { statusWords } from '../bookings/words.ts'
import { briefingsOnPage } from '../seminars/invitations/queries.ts'
import { giverBehind } from '../traveler-documents/link-actions.ts'
import { attendanceForms, briefingsCard } from './briefings.ts'
import { extrasCard, extrasOnPage, newExtraCard, newExtraForm, offerForm, typesOnPage } from './extras.ts'
import { guestCard, guestsOnPage, travelerForm, uploadForms } from './guests.ts'
import { accountOnPage, moneyCard } from './money.ts'
import { papersCard, printedByLink } from './papers.ts'
import { tripCard } from './trip.ts'
import { daysIn, momentIn, type Translate, wordsIn } from './words.ts'

/** The page of a booking, for the holder of its link. */
export function bookingPage(app: FastifyInstance): PageRoute {
  return {
    policy: secretPage,
    show: (db, visit) => show(db, visit, app.zone),
    beforeUpload: (db, { token }) => openMailedLink(db, token),
    file: printedByLink,
    forms: (visit) => forms(app, visit),
  }
}

const forms = (app: FastifyInstance, visit: Visit) => {
  const { token } = visit
  return {
    ...stepForms(token),
    ...uploadForms((tx) => giverBehind(tx, app.keys, token)),
    contact: contactForm(app, token),
    ...attendanceForms(async (tx) => (await openMailedLink(tx, token)).reader),
    extra: newExtraForm(token),
    offer: offerForm(token),
    account: accountForm(token),
    traveler: travelerForm(app, visit),
  }
}

const show = async (db: Db, visit: Visit, zone: string) => {
  const opened = await openLink(db, visit.token)
  const of = { booking: opened.booking }
  const [booking, trip, guests, account, extras, briefings, types] = await Promise.all([
    receiptOf(db, opened.booking, opened),
    bookedTrip(db, { id: opened.booking, ...opened.reader }),
    guestsOnPage(db, of),
    accountOnPage(db, of),
    opened.is_mailed ? extrasOnPage(db, { ...of, locale: visit.locale }) : [],
    opened.is_mailed ? briefingsOnPage(db, of) : [],
    opened.is_mailed ? typesOnPage(db, {}) : [],
  ])
  const canChange = aliveStatuses.includes(booking.status)
  const may = { change: canChange, upload: canChange && opened.is_mailed, changeEmail: true }
  const cards = html`${guests.map((guest) => guestCard(guest, visit, may))}
${briefingsCard(briefings, visit)}${extrasCard(extras, visit, zone)}${may.upload && newExtraCard(types, guests, visit)}${moneyCard(booking, account, visit.locale)}${opened.is_mailed && papersCard(booking, account, visit)}${tripCard(trip, zone, visit.locale)}${may.upload && accountCard(account, visit)}`
  return renderBooking({ booking, cards, zone, canChange }, visit)
}

const steps = {
  'confirm-contact': [confirmContact, openMailedLink],
  accept: [acceptOffer, openMailedLink],
  decline: [declineOffer, openLink],
} as const

const stepForms = (token: string) =>
  Object.fromEntries(
    Object.entries(steps).map(([name, [act, open]]) => [
      name,
      form(Type.Object({}), async (tx) => {
        const { booking, reader } = await open(tx, token)
        await act(tx, booking, { reader, actor_id: undefined, roles: ['customer'] })
        return undefined
      }),
    ]),
  )

type Parts = { booking: Receipt; cards: Markup; zone: string; canChange: boolean }

// What is to be done now comes first.
const renderBooking = ({ booking, cards, zone, canChange }: Parts, visit: Visit): Page => {
  const { locale, sent } = visit
  const t = wordsIn(locale)
  const { trip, booking_number, hold_expires_at, status, waitlist_position } = booking
  const name = t(trip.name, trip.name_en ?? trip.name)
  return {
    title: `${booking_number} ${name}`,
    body: html`<div class="head"><p class="soft">${t('您的訂單', 'Your booking')} · ${booking_number}</p><h1>${name}</h1>
<p><span class="badge">${say(statusWords[status], locale)}</span> <span class="soft">${daysIn(trip.departure_date, trip.return_date, locale)}</span></p></div>
${visit.done && Object.hasOwn(steps, visit.done) && done(t('謝謝您，已經完成。', 'Thank you, it is done.'))}
${sent && Object.hasOwn(steps, sent.form) && fault(sent.says)}
${nextStep(booking, t, zone, visit)}
${facts([
  [t('候補順位', 'Waitlist position'), waitlist_position ? `${waitlist_position}` : null],
  [
    t('名額保留至', 'Seats kept until'),
    status === 'held' && hold_expires_at ? momentIn(hold_expires_at, zone, locale) : null,
  ],
])}
${cards}
${canChange && contactCard(booking, visit, t)}
${giveUp(booking, t)}`,
  }
}

const nextStep = (booking: Receipt, t: Translate, zone: string, { locale }: Visit) => {
  const { possible, is_offered, hold_expires_at, proof_until } = booking
  const step = (name: string, button: string) => sending({ name, sent: undefined, body: html``, button })
  if (possible.includes('confirm-contact') && proof_until) {
    const by = momentIn(proof_until, zone, locale)
    return card(
      t('候補輪到您了', 'Seats are available for you'),
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

const contactCard = ({ contact, customer_note }: Receipt, visit: Visit, t: Translate) => {
  const form = 'contact'
  const { sent } = visit
  const field = (name: string, label: string) => ({ form, sent, name, label })
  const { phone, email } = contact as { phone: string | null; email: string | null }
  const body = html`
<div class="pair">${input({ ...field('phone', t('電話', 'Phone')), type: 'tel', value: phone })}
${input({ ...field('email', t('電子郵件', 'Email')), type: 'email', value: email, hint: t('更改後，新的信箱需要再確認一次。', 'A new address has to be confirmed again.') })}</div>
${longText({ ...field('customer_note', t('想告訴我們的事', 'Anything we should know')), value: customer_note })}`
  return card(
    t('聯絡方式與備註', 'Contact and notes'),
    html`${visit.done === form && done(t('已儲存。', 'Saved.'))}${sending({ name: form, sent, body, button: t('儲存', 'Save') })}`,
  )
}

const Reachable = Type.Object({
  phone: Contact.properties.phone,
  email: Contact.properties.email,
  customer_note: Completion.properties.customer_note,
})

const contactForm = ({ keys }: FastifyInstance, token: string) =>
  form(Type.Partial(Reachable, { minProperties: 1 }), async (tx, { customer_note, ...contact }) => {
    const { booking } = await openLink(tx, token)
    await completeBooking(tx, keys, booking, { contact, ...(customer_note && { customer_note }) })
    return undefined
  })

// The button stands behind a heading that has to be opened first, so that nobody gives up by accident.
const giveUp = ({ possible }: Receipt, t: Translate) =>
  possible.includes('decline') &&
  html`<section class="card over"><details><summary>${t('放棄報名', 'Give up this registration')}</summary>
<p>${t('放棄後，名額會讓給下一位，無法復原。', 'Your seats then go to the next in line; this cannot be undone.')}</p>
${sending({ name: 'decline', sent: undefined, body: html``, button: t('確定放棄', 'Yes, give up'), kind: 'grave' })}</details></section>`

/** The contact asks for an account of its own, which has all bookings of its address. */
const accountCard = ({ wants_login }: { wants_login: boolean }, visit: Visit): Markup => {
  if (!wants_login) return html``
  const t = wordsIn(visit.locale)
  const form = 'account'
  const { sent } = visit
  const says = t(
    '有了帳號，您可以登入查看所有訂單、加購與通知。邀請會寄到您的信箱。',
    'With an account you sign in and see all your bookings, extras and notices. The invitation goes to your address.',
  )
  return card(
    t('您的帳號', 'Your account'),
    html`${visit.done === form && done(t('邀請已寄出，請查看信箱。', 'The invitation was sent; please check your mail.'))}
<p>${says}</p>${sending({ name: form, sent, body: html``, button: t('寄給我邀請', 'Send me an invitation') })}`,
  )
}

const accountForm = (token: string) =>
  form(Type.Object({}), async (tx) => {
    await inviteCustomer(tx, (await openMailedLink(tx, token)).booking)
    return undefined
  })
