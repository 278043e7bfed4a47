import { amountIn, moment } from 'guidon-design/formats'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { oneRow, statement, theRow } from '../../kit/db/statement.ts'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { done, facts, sending } from '../../kit/http/pages/parts.ts'
import { form } from '../../kit/http/pages/sent.ts'
import { throttle } from '../../kit/throttle.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import { limits } from '../../limits.ts'
import { writeOfBooking } from '../addon-requests/entries.ts'
import { turns } from '../addon-requests/flow.ts'
import { answerOfBooking, saidOf } from '../addon-requests/offers.ts'
import { openRequest, openRequestByLink } from '../addon-requests/open.ts'
import { Communication, type SenderType, type Status } from '../addon-requests/request.ts'
import { cancelOfBooking } from '../addon-requests/turns.ts'
import { messageIn, senderWords } from '../addon-requests/words.ts'
import { fields } from '../form-fields.ts'
import { attachedFiles, beingDiscussed, offerAnswerForm } from '../link-pages/offer.ts'
import { type Translate, wordsIn } from '../page-words.ts'
import { pathIn } from '../site/frame.ts'
import { back, placePath } from './document.ts'
import { type Holder, ownerOnly } from './holder.ts'
import { agreedOf, EXTRA, NewExtra, stepOf, stepPage, type TypeOnPage, typePage, typesCard } from './new-add-on.ts'
import type { Guest } from './reads.ts'

type Said = {
  id: number
  sender_type: SenderType
  is_by_phone: boolean
  message: string
  created_at: string
  files: { id: number; name: string; media_type: string }[]
}

const filesOfEntry = sql`(
  select coalesce(json_agg(json_build_object('id', a.id, 'name', f.name, 'media_type', f.media_type) order by a.id), '[]')
    from attachment_uses u join attachments a on a.id = u.attachment_id join files f on f.id = a.file_id
   where u.subject_type = 'addon_communication' and u.subject_id = c.id and f.deleted_at is null)`

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
          'created_at', c.created_at, 'files', ${filesOfEntry}) order by c.id), '[]')
        from addon_communications c where c.addon_request_id = r.id and not c.is_internal)`.as('said'),
    )
    .select(saidOf(sql`r.id`, sql`r.offer_id`).as('wanted'))
    .where('r.booking_id', '=', booking)
    .orderBy('r.id'),
)
export type ExtraOnPage = Awaited<ReturnType<typeof extrasOnPage>>[number]

/** The add-ons of a booking: offers that wait for an answer, the conversation about each, and the form to ask for another one. */
export function addonsPage({ extras, isWaiting, zone, holder, ...shop }: AddonsOnPage, visit: Visit): Markup {
  const t = wordsIn(visit.locale)
  return html`${back(holder.booking_number, t('回訂單', 'Back to the booking'), visit.locale)}
<header class="head"><h1>${t('加購', 'Add-ons')}</h1></header>
${extraCards(extras, { holder, zone, t, visit })}
${!extras.length && html`<p class="soft">${t('還沒有加購項目。', 'There are no add-ons yet.')}</p>`}
${isWaiting ? nothingYet(t) : typesCard(shop, visit)}`
}
type AddonsOnPage = {
  extras: readonly ExtraOnPage[]
  types: readonly TypeOnPage[]
  guests: readonly Guest[]
  isWaiting: boolean
  at: string
  zone: string
  holder: Holder
}

/** What a party on the waitlist reads instead of the form. */
export function nothingYet(t: Translate): Markup {
  const words = t(
    '您還在候補；取得名額後，就可以在這裡申請加購。',
    'You are on the waitlist; once you have seats, you can ask for add-ons here.',
  )
  return html`<p class="soft">${words}</p>`
}

/** Whether the party of a booking is on the waitlist. */
export const isWaitlisted = theRow((db, { booking }: { booking: number }) =>
  db.selectFrom('bookings').select(sql<boolean>`status = 'waitlisted'`.as('is_waiting')).where('id', '=', booking),
)

/** The add-ons in a line each, for the start. */
export function addonRows(extras: readonly ExtraOnPage[], locale: Locale): Markup {
  const t = wordsIn(locale)
  const row = (extra: ExtraOnPage) => html`<li class="between">
<span>${t(extra.name, extra.name_en ?? extra.name)} × ${extra.quantity} <span class="soft small nb">${extra.traveler}</span></span>
<span class="badge">${say(wordsOf(extra), locale)}</span></li>`
  return html`<ul class="rows">${extras.map(row)}</ul>`
}

type Around = { holder: Holder; zone: string; t: Translate; visit: Visit }

/** What waits for an answer stands alone and above; the others are a row each. */
const extraCards = (extras: readonly ExtraOnPage[], around: Around) => {
  const [waiting, others] = [extras.filter((extra) => extra.is_waiting), extras.filter((extra) => !extra.is_waiting)]
  return html`${waiting.map((extra) => html`<section class="card asks">${extraRow(extra, around)}</section>`)}
${others.length > 0 && html`<section class="card extras">${others.map((extra) => extraRow(extra, around))}</section>`}`
}

/** An add-on with its state and price; the conversation and what can be done are one tap deeper, unless it is its turn. */
const extraRow = (extra: ExtraOnPage, around: Around) => {
  const { t, visit } = around
  const { id, status, quoted_price, currency, quantity, traveler, request_number } = extra
  const isOpen = extra.is_waiting || status === 'negotiating' || isAbout(extra, visit)
  return html`<details class="extra" id="addon-${id}"${isOpen && html` open`}><summary>
<h2>${t(extra.name, extra.name_en ?? extra.name)} × ${quantity}</h2>
<span class="badge">${say(wordsOf(extra), visit.locale)}</span>
<span class="soft small">${traveler} · ${request_number} <u class="nb">${t('對話與變更', 'Conversation and changes')}</u></span>
<b class="small">${quoted_price === null ? '' : amountIn(currency, quoted_price)}</b></summary>
${extraBody(extra, around)}</details>`
}

/** Whether a form of this add-on was just sent, or has come back. */
const isAbout = ({ id, offer_id }: ExtraOnPage, { sent, done: isDone }: Visit) =>
  [`offer-${offer_id}`, `message-${id}`, `cancel-${id}`].some((form) => form === isDone || form === sent?.form)

const extraBody = (extra: ExtraOnPage, around: Around) => {
  const { zone, t, visit } = around
  const { offer_id, status, until } = extra
  const form = `offer-${offer_id}`
  return html`${extra.is_waiting && until && facts([[t('回覆期限', 'Answer by'), moment(until, zone, visit.locale)]])}
${visit.done === form && done(t('謝謝您，我們已收到您的回覆。', 'Thank you, we have received your answer.'))}
${conversation(extra, around)}
${extra.is_waiting && offerAnswerForm(form, visit)}
${status === 'negotiating' && beingDiscussed(extra.wanted, offerAnswerForm(form, visit), t)}
${writing(extra, around)}
${cancelling(extra, around)}`
}

const conversation = ({ said }: ExtraOnPage, { holder, zone, t, visit: { locale } }: Around) => {
  const at = pathIn(locale, placePath(holder.booking_number, '/add-ons/attachments'))
  const whose = ({ sender_type, is_by_phone }: Said) =>
    (sender_type === 'customer' ? t('您', 'You') : say(senderWords[sender_type], locale)) +
    (is_by_phone ? t('（電話答覆，由我們輸入）', ' (by phone, entered by us)') : '')
  return (
    said.length > 0 &&
    html`<ul class="talk" aria-label="${t('對話', 'Conversation')}">${said.map(
      (entry) => html`<li class="${entry.sender_type === 'customer' ? 'own' : ''}">
<span class="soft small">${whose(entry)} · ${moment(entry.created_at, zone, locale)}</span>
<span class="words">${entry.message}</span>
${attachedFiles(entry.files.map((file) => ({ ...file, url: `${at}/${file.id}` })))}</li>`,
    )}</ul>`
  )
}

/** What the customer writes about an add-on. */
const writing = ({ id }: ExtraOnPage, { t, visit: { sent, locale, done: isDone } }: Around) => {
  const form = `message-${id}`
  const body = fields(NewWords, ['message'], { form, sent, locale, own: { message: { label: ['訊息', 'Message'] } } })
  return html`${isDone === form && done(t('已送出，回覆時我們會通知您。', 'Sent. We let you know when we answer.'))}
<details${sent?.form === form && html` open`}><summary>${t('就這項加購寫訊息給我們', 'Write to us about this add-on')}</summary>
${sending({ name: form, sent, body, button: t('送出', 'Send') })}</details>`
}

/** The way out of an add-on, while it can be cancelled: what happens and the reason, before the button. */
const cancelling = ({ id, status }: ExtraOnPage, { t, visit: { sent, locale, done: isDone } }: Around) => {
  const form = `cancel-${id}`
  if (isDone === form) return done(t('已取消這項加購。', 'This add-on is cancelled.'))
  if (!turns.cancel.only.customer.some((each) => each === status)) return html``
  const own = { reason: { label: ['取消原因', 'Reason for cancelling'] as const } }
  const body = html`<p>${whatCancellingDoes(t)}</p>
${fields(turns.cancel.body, ['reason'], { form, sent, locale, own })}`
  return html`<details${sent?.form === form && html` open`}><summary>${t('取消這項加購', 'Cancel this add-on')}</summary>
${sending({ name: form, sent, body, button: t('確定取消這項加購', 'Yes, cancel this add-on'), kind: 'grave' })}</details>`
}

const whatCancellingDoes = (t: Translate) =>
  t(
    '取消後我們不再安排，也不會向您收費；之後若還需要，請重新申請。',
    'We stop arranging it and charge you nothing for it. If you need it after all, request it again.',
  )

/** The file of an attachment that the customer of a booking may see: of an entry of its add-ons that is not internal. */
export const attachmentOfBooking = oneRow((db, { booking, id }: { booking: number; id: number }) =>
  db
    .selectFrom('attachment_uses as u')
    .innerJoin('attachments as a', 'a.id', 'u.attachment_id')
    .innerJoin('addon_communications as c', 'c.id', 'u.subject_id')
    .innerJoin('addon_requests as r', 'r.id', 'c.addon_request_id')
    .select('a.file_id')
    .where('a.id', '=', id)
    .where('u.subject_type', '=', 'addon_communication')
    .where('c.is_internal', '=', false)
    .where('r.booking_id', '=', booking)
    .limit(1),
)

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

// An offer counts as offered after its time to answer is over, until the salesperson makes a new one.
const wordsOf = ({ status, is_waiting }: ExtraOnPage): Words =>
  status === 'offered' && !is_waiting ? ['報價已逾期', 'Offer has ended'] : statusWords[status]

/** The forms of the page of the add-ons. */
export function addonForms(holder: Holder, locale: Locale) {
  return {
    offer: form(turns['customer-response'].body, async (tx, given, id) => {
      const { booking, account } = ownerOnly(holder)
      await answerOfBooking(tx, booking, id, given, account)
      return undefined
    }),
    message: form(NewWords, async (tx, { message }, id) => {
      const { booking, account } = ownerOnly(holder)
      await writeOfBooking(tx, booking, id, message, account)
      return undefined
    }),
    cancel: form(turns.cancel.body, async (tx, { reason }, id) => {
      const { booking, account } = ownerOnly(holder)
      await cancelOfBooking(tx, booking, id, reason, account)
      return undefined
    }),
    [EXTRA]: form(NewExtra, async (tx, { agreed, change, ...asked }) => {
      const { booking, reader, account } = ownerOnly(holder)
      const step = await stepOf(tx, holder, asked)
      if (change) return typePage(tx, holder, step.type, { locale, typed: asked })
      if (agreed !== agreedOf(step)) return stepPage(step, undefined, locale)
      await throttle(tx, limits['extras of booking'], booking)
      await (account ? openRequest(tx, account, asked) : openRequestByLink(tx, reader, asked))
      return undefined
    }),
  }
}

const NewWords = Type.Object({ message: Communication.properties.message })
