import type { FastifyInstance } from 'fastify'
import type { PageRoute, Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { Page } from '../../kit/http/pages/page.ts'
import { card, facts, longText, sending } from '../../kit/http/pages/parts.ts'
import { form, type Sent } from '../../kit/http/pages/sent.ts'
import { amountIn } from '../../kit/words/words.ts'
import { turns } from '../addon-requests/flow.ts'
import { answerByLink, type OfferOnPage, offerBehind, offerOnPage, refuseOver } from '../addon-requests/offers.ts'
import type { Answer } from '../addon-requests/request.ts'
import { dayIn, momentIn, type Translate, wordsIn } from './words.ts'

/** The page of an offer: what is offered, until when, and three ways to answer. */
export function offerPage({ zone }: FastifyInstance): PageRoute {
  return {
    show: async (db, visit) => {
      const link = await offerBehind(db, visit.token)
      if (link.over === 'already_answered' && visit.done === 'answer') return answeredPage(visit)
      if (link.over) return refuseOver(link.over)
      return renderOffer(await offerOnPage(db, { ...link, locale: visit.locale }), visit, zone)
    },
    forms: ({ token }) => ({
      answer: form(turns['customer-response'].body, async (tx, given) => {
        await answerByLink(tx, token, given)
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
${pictures(offer)}
${facts([
  [t('旅客', 'Traveler'), offer.traveler_name],
  [
    t('行程', 'Trip'),
    html`${offer.trip_serial} ${t(offer.trip_name, offer.trip_name_en ?? offer.trip_name)}<br>${dayIn(offer.departure_date, locale)}`,
  ],
  [t('請於此時間前回覆', 'Please answer before'), momentIn(offer.valid_until, zone, locale)],
])}`,
)}
${card(t('您的回覆', 'Your answer'), offerAnswerForm('answer', visit.sent, t), { className: 'asks' })}`,
  }
}

const priced = ({ currency, quoted_price, quantity }: OfferOnPage, t: Translate) => html`
<p><span class="price">${amountIn(currency, quoted_price ?? 0)}</span>
<span class="soft">${quantity > 1 ? t(`${quantity} 份合計`, `in all, for ${quantity}`) : t('總價', 'in all')}</span></p>`

const pictures = ({ attachments }: OfferOnPage): Markup =>
  attachments.length
    ? html`<ul class="rows">${attachments.map(
        ({ url, name, media_type }) =>
          html`<li><a href="${url}">${
            media_type.startsWith('image/') ? html`<img class="thumb" src="${url}?size=thumb" alt=""><br>` : ''
          }${name}</a></li>`,
      )}</ul>`
    : html``

/** What is said after an answer. */
const answeredPage = ({ locale }: Visit): Page => {
  const t = wordsIn(locale)
  const title = t('謝謝您，我們已收到您的回覆。', 'Thank you, we have your answer.')
  return {
    title,
    body: html`<section class="card asks"><h1>${title}</h1>
<p>${t('您的業務會接著處理，有進展時會再通知您。', 'Your sales person takes it from here and lets you know.')}</p></section>`,
  }
}

/** Three ways to answer an offer, with a message to the sales person. */
export function offerAnswerForm(form: string, sent: Sent | undefined, t: Translate) {
  const answers: [Answer, string, string][] = [
    ['accepted', t('接受', 'Accept'), 'main'],
    ['negotiating', t('想再討論', 'Discuss'), ''],
    ['rejected', t('不接受', 'Decline'), 'grave'],
  ]
  return sending({
    name: form,
    sent,
    body: longText({
      ...{ form, sent, name: 'response_message' },
      label: t('想對我們說的話（可不填）', 'A word to us (optional)'),
      attributes: html`maxlength="5000"`,
    }),
    button: html`${answers.map(([value, label, kind]) => html`<button class="button ${kind}" name="customer_response" value="${value}">${label}</button>`)}`,
  })
}
