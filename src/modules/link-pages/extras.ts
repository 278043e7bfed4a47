import { sql } from 'kysely'
import { Type } from 'typebox'
import { statement } from '../../kit/db/statement.ts'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { card, choice, done, facts, input, longText, sending } from '../../kit/http/pages/parts.ts'
import { form } from '../../kit/http/pages/sent.ts'
import { throttle } from '../../kit/throttle.ts'
import { amountIn, type Locale, say, type Words } from '../../kit/words/words.ts'
import { limits } from '../../limits.ts'
import { turns } from '../addon-requests/flow.ts'
import { answerOfBooking, saidOf } from '../addon-requests/offers.ts'
import { NewRequest, openRequestByLink } from '../addon-requests/open.ts'
import type { SenderType, Status } from '../addon-requests/request.ts'
import { messageIn, senderWords } from '../addon-requests/words.ts'
import { openMailedLink } from '../bookings/links.ts'
import type { GuestOnPage } from './guests.ts'
import { beingDiscussed, offerAnswerForm } from './offer.ts'
import { momentIn, type Translate, wordsIn } from './words.ts'

type Said = { id: number; sender_type: SenderType; is_by_phone: boolean; message: string; created_at: string }

/** The add-ons of a booking as its customer sees them: the public status, the offer, and the public entries. */
export const extrasOnPage = statement((db, { booking, locale }: { booking: number; locale: Locale }) =>
  db
    .selectFrom('addon_requests as r')
    .innerJoin('addon_request_types as t', 't.id', 'r.type_id')
    .innerJoin('travelers as v', 'v.id', 'r.traveler_id')
    .leftJoin('addon_communications as o', 'o.id', 'r.offer_id')
    .select(['r.id', 'r.request_number', 't.name', 't.name_en', 'v.name as traveler', 'r.quantity', 'r.currency'])
    .select(['r.offer_id', 'o.quoted_price', 'o.customer_response_deadline as until'])
    .select(sql<Status>`r.public_status`.as('status'))
    .select(
      sql<boolean>`r.public_status = 'offered' and coalesce(o.customer_response_deadline > now(), true)`.as(
        'is_waiting',
      ),
    )
    .select(
      sql<Said[]>`(select coalesce(json_agg(json_build_object('id', c.id, 'sender_type', c.sender_type,
          'is_by_phone', c.sender_type = 'customer' and c.on_behalf_of is not null, 'message', ${messageIn(locale)},
          'created_at', c.created_at) order by c.id), '[]')
        from addon_communications c where c.addon_request_id = r.id and not c.is_internal)`.as('said'),
    )
    .select(saidOf(sql`r.id`, sql`r.offer_id`).as('wanted'))
    .where('r.booking_id', '=', booking)
    .orderBy('r.id'),
)
type ExtraOnPage = Awaited<ReturnType<typeof extrasOnPage>>[number]

/** The add-ons of a booking: offers that wait for an answer, and the conversation about each. */
export function extrasCard(extras: readonly ExtraOnPage[], visit: Visit, zone: string): Markup {
  if (!extras.length) return html``
  const t = wordsIn(visit.locale)
  return card(
    t('加購', 'Add-ons'),
    html`<ul class="rows">${extras.map((extra) => html`<li>${extraRow(extra, visit, t, zone)}</li>`)}</ul>`,
    { className: extras.some(({ is_waiting }) => is_waiting) ? 'asks' : '' },
  )
}

const extraRow = (extra: ExtraOnPage, visit: Visit, t: Translate, zone: string) => {
  const { offer_id, status, until, quoted_price, currency, quantity } = extra
  const form = `offer-${offer_id}`
  return html`<h3>${t(extra.name, extra.name_en ?? extra.name)} × ${quantity}</h3>
<p><span class="badge">${say(statusWords[status], visit.locale)}</span> <span class="soft small">${extra.request_number} · ${extra.traveler}</span></p>
${facts([
  [t('價格（合計）', 'Price in all'), quoted_price === null ? null : amountIn(currency, quoted_price)],
  [
    t('請於此時間前回覆', 'Please answer before'),
    extra.is_waiting && until ? momentIn(until, zone, visit.locale) : null,
  ],
])}
${visit.done === form && done(t('謝謝您，我們已收到您的回覆。', 'Thank you, we have received your answer.'))}
${conversation(extra, visit, t, zone)}
${extra.is_waiting && offerAnswerForm(form, visit.sent, t)}
${status === 'negotiating' && beingDiscussed(extra.wanted, offerAnswerForm(form, visit.sent, t), t)}`
}

const conversation = ({ said, is_waiting }: ExtraOnPage, { locale }: Visit, t: Translate, zone: string) =>
  said.length > 0 &&
  html`<details${is_waiting ? html` open` : ''}><summary>${t('對話', 'Conversation')}</summary>
<ul class="talk">${said.map(
    ({ sender_type, is_by_phone, message, created_at }) => html`<li class="${sender_type === 'customer' ? 'own' : ''}">
<span class="soft small">${say(senderWords[sender_type], locale)}${is_by_phone ? t('（電話答覆，由我們輸入）', ' (by phone, entered by us)') : ''} · ${momentIn(created_at, zone, locale)}</span><span class="words">${message}</span></li>`,
  )}</ul></details>`

// The status for a customer, who does not see internal steps.
const inProgress: Words = ['處理中', 'In progress']
const statusWords: Record<Status, Words> = {
  pending_approval: inProgress,
  open: inProgress,
  inquiring: inProgress,
  quoted: inProgress,
  offered: ['等待您的回覆', 'Waiting for your answer'],
  negotiating: ['討論中', 'Being discussed'],
  accepted: ['您已接受', 'You accepted'],
  rejected: ['您已婉拒', 'You declined'],
  confirmed: ['安排中', 'Being arranged'],
  completed: ['已完成', 'Done'],
  cancelled: ['已取消', 'Cancelled'],
}

/** The form that answers an offer. */
export function offerForm(token: string) {
  return form(turns['customer-response'].body, async (tx, given, id) => {
    const { booking } = await openMailedLink(tx, token)
    await answerOfBooking(tx, booking, id, given)
    return undefined
  })
}

/** The add-on types that a customer may request without further details, by category. */
export const typesOnPage = statement((db, _nothing: object) =>
  db
    .selectFrom('addon_request_types as t')
    .innerJoin('addon_categories as c', 'c.id', 't.category_id')
    .select(['t.id', 't.name', 't.name_en', 't.pricing_type', 't.base_cost', 't.cost_currency'])
    .where('t.is_active', '=', true)
    .where('t.customer_visible', '=', true)
    .where(sql<boolean>`not t.details_schema @> '[{"is_required": true}]'`)
    .orderBy('c.sort_order')
    .orderBy('t.sort_order')
    .orderBy('t.id'),
)
type TypeOnPage = Awaited<ReturnType<typeof typesOnPage>>[number]

/** The form with which the contact requests an add-on. */
export function newExtraCard(types: readonly TypeOnPage[], guests: readonly GuestOnPage[], visit: Visit): Markup {
  if (!types.length || !guests.length) return html``
  const { locale, sent } = visit
  const t = wordsIn(locale)
  const form = 'extra'
  const field = (name: string, label: string) => ({ form, sent, name, label })
  const body = html`
<div class="pair">${choice({ ...field('type_id', t('項目', 'Add-on')), of: types.map((type) => [`${type.id}`, nameAndPrice(type, locale)]) })}
${choice({ ...field('traveler_id', t('旅客', 'For')), of: guests.map(({ id, name }) => [`${id}`, name]) })}</div>
${input({ ...field('quantity', t('數量', 'How many')), type: 'number', value: '1', attributes: html`min="1" max="999"` })}
${longText({ ...field('message', t('說明（可不填）', 'Details (optional)')), attributes: html`maxlength="5000"` })}`
  const isOpen = sent?.form === form || visit.done === form
  return card(
    t('申請加購', 'Request an add-on'),
    html`${visit.done === form && done(t('已收到您的申請，我們會儘快回覆。', 'We have received your request and will answer soon.'))}
<details${isOpen ? html` open` : ''}><summary>${t('選擇項目', 'Choose')}</summary>
${sending({ name: form, sent, body, button: t('送出申請', 'Send the request') })}</details>`,
  )
}

const nameAndPrice = (type: TypeOnPage, locale: Locale) => {
  const { name, name_en, pricing_type, base_cost, cost_currency } = type
  const price =
    pricing_type === 'fixed_price' && base_cost !== null ? amountIn(cost_currency, base_cost) : prices[pricing_type]
  return `${say([name, name_en ?? name], locale)} · ${typeof price === 'string' ? price : say(price, locale)}`
}

const prices = {
  free: ['免費', 'Free'],
  fixed_price: ['另行報價', 'Price on request'],
  quotation_required: ['另行報價', 'Price on request'],
} as const

const { type_id, traveler_id, quantity, message } = NewRequest.properties
const NewExtra = Type.Object({ type_id, traveler_id, quantity, message })

export function newExtraForm(token: string) {
  return form(NewExtra, async (tx, asked) => {
    const { booking, reader } = await openMailedLink(tx, token)
    await throttle(tx, limits['extras of booking'], booking)
    await openRequestByLink(tx, reader, asked)
    return undefined
  })
}
