import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { type FieldFaults, refuse } from '../../kit/errors.ts'
import { oneOf } from '../../kit/fields.ts'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { card, done, sending } from '../../kit/http/pages/parts.ts'
import { form } from '../../kit/http/pages/sent.ts'
import { Contact } from '../bookings/booking.ts'
import { inviteCustomer } from '../bookings/customer.ts'
import { Completion, completeBooking, type Receipt } from '../bookings/manage.ts'
import { fields } from '../form-fields.ts'
import { type Translate, wordsIn } from '../page-words.ts'
import { refuseAdvertising } from '../persons/change.ts'
import { back } from './document.ts'
import { type Holder, ownerOnly } from './holder.ts'
import { lineCard } from './line.ts'

type OnPage = {
  holder: Holder
  booking: Receipt
  canChange: boolean
  wantsLogin: boolean
  /** Undefined if there is nobody to remember it for. */
  isOptedOut: boolean | undefined
  /** Undefined while LINE is not used. */
  line: { friends: number } | undefined
}

/** How the contact is reached, what it wants us to know, advertising, and an account. */
export function contactPage(
  { holder, booking, canChange, wantsLogin, isOptedOut, line }: OnPage,
  visit: Visit,
): Markup {
  const t = wordsIn(visit.locale)
  const isOwner = holder.as === 'owner'
  return html`
${back(holder.booking_number, t('回訂單', 'Back to the booking'), visit.locale)}
<header class="head"><h1>${t('聯絡方式、備註與通知', 'Contact, notes and mails')}</h1></header>
${canChange && contactCard(booking, visit, t)}
${isOwner && line && lineCard(line, visit, t)}
${isOwner && isOptedOut !== undefined && advertisingCard(isOptedOut, visit, t)}
${isOwner && canChange && wantsLogin && accountCard(visit, t)}`
}

const contactCard = ({ contact, customer_note, email_to_prove }: Receipt, visit: Visit, t: Translate) => {
  const form = 'contact'
  const { sent, locale } = visit
  const { phone, email } = contact as { phone: string | null; email: string | null }
  const counts = t(
    '更改後，請打開寄到新信箱的連結確認；確認後才生效。',
    'A new address counts once you have opened the link in our mail to it and confirmed.',
  )
  // What is on file can be changed, and not removed.
  const body = fields(Reachable, ['phone', 'email', 'customer_note'], {
    ...{ form, sent, locale, pairs: true, values: { phone, email, customer_note } },
    own: {
      phone: { isRequired: phone !== null },
      email: { isRequired: email !== null, hint: counts },
      customer_note: { label: ['想告訴我們的事', 'Anything we should know'] },
    },
  })
  return card(
    t('聯絡方式與備註', 'Contact and notes'),
    html`
${visit.done === form && done(t('已儲存。', 'Saved.'))}
${proofSent(email_to_prove, t)}
${sending({ name: form, sent, body, button: t('儲存', 'Save') })}`,
  )
}

/** That another address was mailed a link, and what holds until it is pressed. */
export function proofSent(email: string | null, t: Translate) {
  if (email === null) return ''
  const words = t(
    `已寄信到 ${email}，請打開信裡的連結確認；確認之前，聯絡方式不變。`,
    `We have written to ${email}: open the link in that mail to confirm it. Until then the contact stays as it is.`,
  )
  return html`<p class="hint">${words}</p>`
}

const advertisingCard = (isOptedOut: boolean, visit: Visit, t: Translate) => {
  const form = 'advertising'
  const words = isOptedOut
    ? t(
        '您不收廣告信。行程、費用與加購的通知照常寄送。',
        'You get no advertising. Mails about your trip, payments and add-ons still arrive.',
      )
    : t(
        '我們偶爾寄新行程的消息。不想收，按一下就停；行程、費用與加購的通知照常寄送。',
        'Now and then we write about new trips. Stop them with one press; mails about your trip, payments and add-ons still arrive.',
      )
  return card(
    t('廣告信', 'Advertising'),
    html`
${visit.done === form && done(t('已儲存。', 'Saved.'))}
<p>${words}</p>
${sending({
  name: form,
  sent: visit.sent,
  body: html`<input type="hidden" name="wanted" value="${isOptedOut ? 'yes' : 'no'}">`,
  button: isOptedOut ? t('願意再收', 'Send them again') : t('不再寄給我', 'Send me none'),
  kind: '',
})}`,
  )
}

/** The contact asks for an account of its own, which has all bookings of its address. */
const accountCard = (visit: Visit, t: Translate): Markup => {
  const form = 'account'
  const { sent } = visit
  const says = t(
    '有了帳號，您以信箱登入就能看到所有訂單。邀請會寄到您的信箱。',
    'With an account you sign in by mail and see all your bookings. The invitation goes to your address.',
  )
  return card(
    t('您的帳號', 'Your account'),
    html`
${visit.done === form && done(t('邀請已寄出，請查看信箱。', 'The invitation was sent; please check your mail.'))}
<p>${says}</p>
${sending({ name: form, sent, body: html``, button: t('寄給我邀請', 'Send me an invitation'), kind: '' })}`,
  )
}

const Reachable = Type.Object({
  phone: Contact.properties.phone,
  email: Contact.properties.email,
  customer_note: Completion.properties.customer_note,
})
const Advertising = Type.Object({ wanted: oneOf(['yes', 'no']) })

export function contactForms({ keys }: FastifyInstance, holder: Holder) {
  return {
    // The note may be emptied. Telephone and mail address may be changed, and not removed.
    contact: form(Type.Partial(Reachable), async (tx, { customer_note, ...contact }) => {
      if (holder.own) return refuse('forbidden')
      await completeBooking(tx, keys, holder.booking, { contact, customer_note: customer_note ?? null })
      await refuseEmptied(tx, holder.booking, contact)
      return undefined
    }),
    advertising: form(Advertising, async (tx, { wanted }) => {
      await refuseAdvertising(tx, ownerOnly(holder).booking, wanted === 'no')
      return undefined
    }),
    account: form(Type.Object({}), async (tx) => {
      await inviteCustomer(tx, ownerOnly(holder).booking)
      return undefined
    }),
  }
}

/** Refuses a telephone number or a mail address that was left empty and is on file. */
const refuseEmptied = async (tx: Tx, booking: number, given: { phone?: string; email?: string }) => {
  const { contact_phone, contact_email } = await tx
    .selectFrom('bookings')
    .select(['contact_phone', 'contact_email'])
    .where('id', '=', booking)
    .executeTakeFirstOrThrow()
  const errors: FieldFaults = {
    ...(contact_phone !== null && !given.phone && { phone: [keepPhone] }),
    ...(contact_email !== null && !given.email && { email: [keepEmail] }),
  }
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
}
const keepPhone = [
  '電話可以更改，但不能留空；請填寫我們能聯絡到您的號碼。',
  'The telephone number can be changed, but not left empty: enter one at which we reach you.',
] as const
const keepEmail = [
  '電子郵件可以更改，但不能留空；請填寫您收得到信的信箱。',
  'The mail address can be changed, but not left empty: enter one where you get mail.',
] as const
