import type { FastifyInstance } from 'fastify'
import { amountIn, moment, shortDay } from 'guidon-design/formats'
import type { PageRoute, Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { Page } from '../../kit/http/pages/page.ts'
import { card, done, facts, faultOfGoneForm, sending } from '../../kit/http/pages/parts.ts'
import { form, type Sent } from '../../kit/http/pages/sent.ts'
import { turns } from '../addon-requests/flow.ts'
import {
  answerByLink,
  currentOfferBehind,
  type OfferOnPage,
  offerOnPage,
  refuseOver,
} from '../addon-requests/offers.ts'
import type { Answer } from '../addon-requests/request.ts'
import { fields } from '../form-fields.ts'
import { type Translate, wordsIn } from '../page-words.ts'

/** The page of an offer: what is offered, until when, and three ways to answer. */
export function offerPage({ zone }: FastifyInstance): PageRoute {
  return {
    show: async (db, visit) => {
      const link = await currentOfferBehind(db, visit.token)
      if (link.over === 'already_answered' && visit.done?.startsWith('answer')) return answeredPage(visit)
      if (link.over) return visit.sent ? overPage(visit.sent, visit) : refuseOver(link.over)
      return renderOffer(await offerOnPage(db, { ...link, locale: visit.locale }), visit, zone)
    },
    forms: ({ token }) => ({
      // The form names the offer that was on the page: a later one is not accepted unseen.
      answer: form(turns['customer-response'].body, async (tx, given, shown) => {
        await answerByLink(tx, token, given, shown || undefined)
        return undefined
      }),
    }),
  }
}

const renderOffer = (offer: OfferOnPage, visit: Visit, zone: string): Page => {
  const { locale } = visit
  const t = wordsIn(locale)
  const extra = t(offer.type_name, offer.type_name_en ?? offer.type_name)
  return {
    title: `${offer.request_number} ${extra}`,
    body: html`<div class="head"><p class="soft">${t('您的報價', 'Your offer')} · ${offer.request_number}</p>
<h1>${extra} × ${offer.quantity}</h1></div>
${card(
  t('報價', 'The offer'),
  html`${priced(offer, t)}
<p class="words">${offer.message}</p>
${attachedFiles(offer.attachments)}
${facts([
  [t('旅客', 'Traveler'), offer.traveler_name],
  [
    t('行程', 'Trip'),
    html`${offer.trip_serial} ${t(offer.trip_name, offer.trip_name_en ?? offer.trip_name)}<br>${shortDay(offer.departure_date, locale)}`,
  ],
  [
    t('請於此時間前回覆', 'Please answer before'),
    offer.customer_response_deadline && moment(offer.customer_response_deadline, zone, locale),
  ],
])}`,
)}
${card(t('您的回覆', 'Your answer'), yourAnswer(offer, visit, t), { className: offer.customer_response === 'pending' ? 'asks' : '' })}`,
  }
}

const yourAnswer = ({ id, customer_response, said }: OfferOnPage, visit: Visit, t: Translate) => {
  const answers = offerAnswerForm(`answer-${id}`, visit)
  if (customer_response !== 'negotiating') return answers
  return html`${done(t('謝謝您，我們已收到您的回覆。', 'Thank you, we have received your answer.'))}${beingDiscussed(said, answers, t)}`
}

/** After "let us talk": the customer's own words, and what happens next. The offer can still be answered. */
export function beingDiscussed(said: string | null, answers: Markup, t: Translate): Markup {
  return html`${said && html`<p class="soft small">${t('您對我們說：', 'You told us:')}</p><p class="words">${said}</p>`}
<p>${t('您的業務會與您聯絡，並把新的報價寄給您。', 'Your salesperson will contact you and send you a new offer.')}</p>
<details><summary>${t('改變心意，現在就回覆這份報價', 'Answer this offer after all')}</summary>${answers}</details>`
}

const priced = ({ currency, quoted_price, quantity }: OfferOnPage, t: Translate) => html`
<p><span class="price">${amountIn(currency, quoted_price ?? 0)}</span>
<span class="soft">${quantity > 1 ? t(`${quantity} 份合計`, `in all, for ${quantity}`) : t('總價', 'in all')}</span></p>`

/** Files with their names, and pictures small, each with a link to the whole. */
export function attachedFiles(attachments: readonly Attached[]): Markup {
  if (!attachments.length) return html``
  return html`<ul class="rows">${attachments.map(
    ({ url, name, media_type }) =>
      html`<li><a href="${url}">${
        media_type.startsWith('image/') ? html`<img class="thumb" src="${url}?size=thumb" alt=""><br>` : ''
      }${name}</a></li>`,
  )}</ul>`
}

type Attached = { url: string; name: string; media_type: string }

/** An answer that came too late is told with what was written, so that it can be sent in another way. */
const overPage = (sent: Sent, { locale }: Visit): Page => {
  const title = wordsIn(locale)('您的回覆沒有送出', 'Your answer was not sent')
  return { title, body: html`<div class="head"><h1>${title}</h1></div>${faultOfGoneForm(sent, locale)}` }
}

/** What is said after an answer. */
const answeredPage = ({ locale }: Visit): Page => {
  const t = wordsIn(locale)
  const title = t('謝謝您，我們已收到您的回覆。', 'Thank you, we have received your answer.')
  return {
    title,
    body: html`<section class="card asks"><h1>${title}</h1>
<p>${t('您的業務會接著處理，有進展時會再通知您。', 'Your salesperson will continue from here and let you know.')}</p></section>`,
  }
}

/** Three ways to answer an offer, with a message to the salesperson. */
export function offerAnswerForm(form: string, { sent, locale }: Visit) {
  const t = wordsIn(locale)
  const answers: [Answer, string, string][] = [
    ['accepted', t('接受', 'Accept'), 'main'],
    ['negotiating', t('想再討論', 'Discuss'), ''],
    ['rejected', t('婉拒', 'Decline'), 'grave'],
  ]
  return sending({
    name: form,
    sent,
    body: fields(turns['customer-response'].body, ['response_message'], {
      ...{ form, sent, locale },
      own: { response_message: { label: ['想對我們說的話（可不填）', 'A word to us (optional)'] } },
    }),
    button: html`${answers.map(([value, label, kind]) => html`<button class="button ${kind}" name="customer_response" value="${value}">${label}</button>`)}`,
  })
}
