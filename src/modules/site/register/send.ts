import { type Static, Type } from 'typebox'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { oneOf } from '../../../kit/fields.ts'
import { html } from '../../../kit/http/pages/html.ts'
import { form, toldAtOnce } from '../../../kit/http/pages/sent.ts'
import { callerFingerprint } from '../../../kit/http/server/caller.ts'
import { say } from '../../../kit/words/words.ts'
import { terms } from '../../../terms.ts'
import { refusalOfClosedTrip } from '../../bookings/locks.ts'
import { contactFingerprint, faultOfPhoneOnly, type PublicRegistration, register } from '../../bookings/register.ts'
import { seatsOf } from '../../bookings/seats.ts'
import { fields } from '../../form-fields.ts'
import { optionLabel } from '../../options/labels.ts'
import type { OptionList } from '../../options/values.ts'
import type { Translate } from '../../page-words.ts'

import {
  changeDraft,
  closeDraft,
  type Draft,
  type DraftTraveler,
  lockedDraft,
  openDraft,
} from '../../registration-drafts/draft.ts'
import { consentBox, consentNotice, contractToRead, ofTrip, trap } from '../consent.ts'
import { type Frame, readFrame } from '../frame.ts'
import { readTrip } from '../reads.ts'
import { buyersIn, faultsOfRows, TitleRows, titleFields, titleRows } from '../title-rows.ts'
import { AskedContact, contactOf, missingIn, quotedDraft, stepPath } from './draft.ts'
import { addressOfDraft, type DraftLink, next, pathOf, refuseUnseen, Seen } from './link.ts'
import {
  isClash,
  leave,
  meanwhile,
  moveButtons,
  nameOf,
  type OnDraft,
  refused,
  saved,
  seenMarks,
  stateOf,
  sumsOf,
  travelersOf,
} from './parts.ts'

export function sendStep(on: OnDraft, t: Translate) {
  const { trip, draft, quote, sent, address, frame, locale } = on
  const form = sent?.form === 'contact' ? 'contact' : 'send'
  // What is wrong beside the fields of this form: a person without a birth date, or seats that are gone.
  const others = Object.entries(sent?.faults ?? {})
    .filter(([name]) => !ownFields.includes(name) && name !== 'seen')
    .flatMap(([, words]) => words)
  const isFull = !quote.gets_seats
  const [send, costs] = isFull
    ? [t('送出候補', 'Join the waitlist'), t('候補不收費。', 'The waitlist is free of charge.')]
    : [t('送出報名', 'Send the registration'), t('送出時不需付款。', 'Nothing to pay when you send it.')]
  const people = travelersOf(on).map((traveler, i) => checkedPerson(on, traveler, i + 1, t))
  return html`
<h1>${t('確認並送出', 'Check and send')}</h1>
${saved(on, t)}
<ul class="checked">${people}</ul>
${others.length > 0 && html`<div class="fault" role="alert">${others.map((words) => html`<p>${words}</p>`)}</div>`}
${isFull && otherDates(on, t)}
<form method="post" action="${address}" class="step" id="step">
  ${seenMarks(contactOf(draft.body))}
  ${isClash(sent, 'contact') ? meanwhile('step', contactWords(on), t) : others.length ? '' : refused(sent, form)}
  <h2>${t('聯絡人', 'Contact')}</h2>
  ${contactFields(on, form, t)}
  ${trap('send')}
  <input type="hidden" name="agreed_total" value="${quote.total}">
  <input type="hidden" name="agreed_seats" value="${isFull ? 'line' : 'seats'}">
  ${contractToRead(frame, trip.serial, locale)}
  ${consentBox(t(...agreed), sent)}
  ${consentNotice(frame, ofTrip, locale)}
  ${sumsOf(quote, t)}
  ${sendButtons(address, send, t)}
  <p class="hint">${costs}</p>
</form>`
}

const sendButtons = (address: string, send: string, t: Translate) => {
  const saves = html`name="form" value="contact" formnovalidate data-save="${address}?go=send"`
  return html`
<p class="does">
  <button class="button main" name="form" value="send">${send}</button>
  <button class="button" ${saves}>${t('先儲存', 'Only save')}</button>
</p>`
}

const checkedPerson = (on: OnDraft, traveler: DraftTraveler, slot: number, t: Translate) => {
  const change = leave(on, 'send', `person-${slot}`, t('修改', 'Change'), 'button small')
  return html`
<li>
  <span><b>${nameOf(traveler, slot, t)}</b> <span class="soft small">${stateOf(on, traveler, t)}</span></span>
  ${change}
</li>`
}

const contactFields = (on: OnDraft, form: string, t: Translate) => {
  const { sent, locale, isEmailOptional, frame } = on
  const { contact = {}, payment_method, travel_purpose, marketing_source, customer_note } = on.draft.body
  const given = { form, sent, locale }
  const who = fields(AskedContact, ['contact_name', 'phone', 'email'], {
    ...given,
    pairs: true,
    values: { contact_name: contact.name ?? travelersOf(on)[0]?.name, phone: contact.phone, email: contact.email },
    own: {
      contact_name: { label: ['姓名', 'Name'] },
      email: {
        ...(isEmailOptional && { label: ['電子郵件（可不填）', 'Email (optional)'] as const }),
        hint: emailHint(on, t),
        isRequired: !isEmailOptional,
      },
    },
  })
  const asked = ['travel_purpose', 'marketing_source'] as const
  const how = fields(AskedContact, frame.payment_methods.length ? ['payment_method', ...asked] : asked, {
    ...given,
    values: { payment_method, travel_purpose, marketing_source },
    own: {
      payment_method: {
        label: ['想怎麼付款（可不填）', 'How you would pay (optional)'],
        only: frame.payment_methods,
      },
      travel_purpose: { label: ['旅遊目的（可不填）', 'Purpose of the trip (optional)'] },
      marketing_source: { label: ['從哪裡得知（可不填）', 'How you found us (optional)'] },
    },
  })
  const note = fields(AskedContact, ['customer_note'], {
    ...given,
    values: { customer_note },
    own: { customer_note: { label: ['想告訴我們的事（可不填）', 'Anything we should know (optional)'] } },
  })
  return html`${who}
<div class="three">${how}</div>
${note}
${titlesOfReceipts(on, form, t)}`
}

/** Who wants the receipts for a company, or several of them, says so here. Others need not open it. */
const titlesOfReceipts = ({ draft, sent, locale }: OnDraft, form: string, t: Translate) => {
  const { receipt_buyers = [] } = draft.body
  const isOpen = receipt_buyers.length > 0 || titleFields.some((name) => sent?.fields[name])
  return html`
<details class="more"${isOpen && html` open`}>
  <summary>${t('收據要開給公司，或分開開立（可不填）', 'Receipts for a company, or several of them (optional)')}</summary>
  <p class="hint">${t(...toWhom)}</p>
  ${titleRows(receipt_buyers, { form, sent, locale, withMail: false })}
</details>`
}

const toWhom = [
  '沒有填寫時，代收轉付收據開給聯絡人。多張請一列一張；儲存後會多一列，報名後也可以更改。',
  'Without a title the receipts (代收轉付收據) are for the contact. Enter one in each row; saving adds a row, and you can change them later.',
] as const

const agreed = [
  '我同意旅行社為辦理這次旅遊，蒐集、處理及利用以上個人資料，並已取得同行者同意。',
  'I agree that the agency keeps and uses these data to arrange this trip, and those who travel with me agree too.',
] as const

const emailHint = ({ isEmailOptional }: OnDraft, t: Translate) =>
  isEmailOptional
    ? t(
        `填了就寄確認信，${terms.mailboxConfirmed.zh}內按下確認即可；沒有填，我們打電話跟您確認。`,
        `With it you get a mail and press the button in it within ${terms.mailboxConfirmed.en}; without it we call you to confirm.`,
      )
    : t(
        `確認信寄到這裡，${terms.mailboxConfirmed.zh}內按下確認即可。`,
        `The confirmation goes here; press the button in it within ${terms.mailboxConfirmed.en}.`,
      )

/** The two next dates of the route, where what was typed comes along. */
const otherDates = ({ trip, locale, address }: OnDraft, t: Translate) => {
  const near = trip.other_dates.slice(0, 2)
  if (!near.length) return html``
  return html`
<section>
  <h2>${t('也可以改成其他出發日', 'Or take another date')}</h2>
  <p class="soft">${t('您填的資料都會帶過去。', 'What you entered comes along.')}</p>
  ${moveButtons(near, locale, address)}
</section>`
}

const ownFields = [...Object.keys(AskedContact.properties), ...titleFields, 'privacy_consent']

const contactWords = ({ draft, sent, locale }: OnDraft) => {
  const { contact = {}, payment_method, travel_purpose, marketing_source, customer_note } = draft.body
  const { receipt_buyers = [] } = draft.body
  const label = (list: OptionList, value: string | null | undefined) => value && say(optionLabel(list, value), locale)
  const differs = (name: string, value: string | null | undefined) => value && sent?.fields[name] !== value
  return [
    differs('contact_name', contact.name) && contact.name,
    differs('phone', contact.phone) && contact.phone,
    differs('email', contact.email) && contact.email,
    differs('payment_method', payment_method) && label('payment-method', payment_method),
    differs('travel_purpose', travel_purpose) && label('travel-purpose', travel_purpose),
    differs('marketing_source', marketing_source) && label('marketing-source', marketing_source),
    differs('customer_note', customer_note) && customer_note,
    ...receipt_buyers.flatMap(({ name, ubn }, i) => [
      differs(`title_${i + 1}`, name) && name,
      differs(`ubn_${i + 1}`, ubn) && ubn,
    ]),
  ].filter((words) => typeof words === 'string')
}

const ContactBody = Type.Partial(
  Type.Object({
    ...AskedContact.properties,
    ...TitleRows.properties,
    privacy_consent: oneOf(['yes']),
    website: Type.String({ maxLength: 200 }),
    agreed_total: Type.Number(),
    agreed_seats: oneOf(['seats', 'line']),
    seen: Seen,
  }),
)

type ContactTexts = Static<typeof ContactBody>

/** The forms of the last step: the contact alone, the registration, and the move to another date. */
export function sendForms(link: DraftLink) {
  const { keys, token, locale } = link
  return {
    contact: form(ContactBody, async (tx, body) => {
      await changeDraft(tx, keys, token, (draft) => {
        const changed = contactIn(body)
        refuseUnseen(body.seen, contactOf(draft.body), changed)
        return changed
      })
      return next(link, 'send', '&saved=1')
    }),
    send: toldAtOnce(
      form(ContactBody, (tx, body) => send(tx, link, body)),
      (db, texts) => missingBeside(db, link, texts as ContactTexts),
    ),
    move: form(Type.Object({ serial: Type.String({ maxLength: 50 }) }), async (tx, body) => {
      const { trip } = await readTrip(tx, { serial: body.serial })
      if (!trip?.is_open) return refusalOfClosedTrip()
      await changeDraft(tx, keys, token, () => ({ planned_trip_id: trip.id }))
      return { to: stepPath(pathOf(locale, trip.serial, token), 'send') }
    }),
  }
}

/** Sends the draft as a registration, by the same action as `POST /api/trip-registrations`. A second press leads to the same receipt. */
const send = async (tx: Tx, { keys, request, serial, token, locale }: DraftLink, body: ContactTexts) => {
  const receipt = { to: pathOf(locale, serial, token) }
  const draft = await lockedDraft(tx, keys, token)
  if (draft.booking_id !== null) return receipt
  if (draft.slot !== null) return new Refusal('forbidden')
  const { trip, ...frame } = await readTrip(tx, { serial })
  // What was agreed to is the price of the trip on the page.
  if (trip?.id !== draft.planned_trip_id) return { to: await addressOfDraft(tx, draft, { token, locale }) }
  // The page says what has become of the trip.
  if (!trip?.is_open) return receipt
  const whole: Draft = { ...draft.body, ...contactIn(body) }
  const missing = missingFor(draft.body, body, frame)
  if (Object.keys(missing).length) return new Refusal('invalid_input', { errors: missing })
  const { total, gets_seats } = quotedDraft(trip, whole, await seatsOf(tx, trip.id))
  if (total !== body.agreed_total) refuseField('agreed_total', otherTotal)
  if (!gets_seats && body.agreed_seats === 'seats') refuseField('agreed_seats', nowInLine)
  const registration = registrationOf(whole, body.website)
  const sent = await register(tx, keys, registration, {
    address: callerFingerprint(keys, request.ip),
    contact: contactFingerprint(keys, registration.contact),
    locale,
    onlySeated: body.agreed_seats === 'seats',
  })
  if (sent instanceof Refusal) return sent
  await closeDraft(tx, keys, draft, { booking_id: sent.booking_id, receipt: sent.id })
  return receipt
}
const otherTotal = [
  '合計有變動，請看過新的金額再送出。',
  'The total has changed. Please look at the new one, then send it.',
] as const
const nowInLine = [
  '名額剛剛額滿了；您填的資料都還在，可以改為候補，或看看其他出發日。',
  'The last seats were just taken. What you entered is kept: you can join the waitlist, or look at other dates.',
] as const

const registrationOf = (
  { locale: _locale, travelers = [], ...draft }: Draft,
  website: string | undefined,
): PublicRegistration =>
  ({
    ...draft,
    travelers: travelers.map(({ expected: _expected, ...traveler }) => traveler),
    privacy_consent: true,
    ...(website && { website }),
  }) as PublicRegistration

/** What is left empty is removed. */
const contactIn = ({
  contact_name,
  phone,
  email,
  payment_method,
  travel_purpose,
  marketing_source,
  customer_note,
  ...rows
}: ContactTexts): Partial<Draft> => ({
  contact: { ...(contact_name && { name: contact_name }), ...(phone && { phone }), ...(email && { email }) },
  payment_method,
  travel_purpose,
  marketing_source,
  customer_note,
  receipt_buyers: buyersIn(rows),
})

/** What is missing beside a value that is not valid. Who holds the link of one person is told nothing of the others. */
const missingBeside = async (db: Db, { keys, token }: DraftLink, texts: ContactTexts) => {
  const draft = await openDraft(db, keys, token)
  if (draft.slot !== null || draft.booking_id !== null) return {}
  return missingFor(draft.body, texts, await readFrame(db, {}))
}

const missingFor = (draft: Draft, body: ContactTexts, { telephone_only }: Frame) => {
  const missing = {
    ...missingIn(
      { ...draft, ...contactIn(body) },
      { hasConsent: body.privacy_consent === 'yes', needsEmail: !telephone_only },
    ),
    ...faultsOfRows(body),
  }
  const tooMany = body.email ? undefined : faultOfPhoneOnly(draft.travelers?.length ?? 0)
  return tooMany && telephone_only ? { ...missing, email: [tooMany] } : missing
}
