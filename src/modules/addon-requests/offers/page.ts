import { html, type Markup, type Page } from '../../../kit/http/routes/html-page.ts'
import { type Locale, localTime, say } from '../../../kit/words/words.ts'
import { priceInWords } from '../rules.ts'
import type { Answer } from '../schema.ts'
import type { OfferOnPage } from './links.ts'

/** The page behind the link: the offer, and three ways to answer it. */
export const offerPage = (offer: OfferOnPage, token: string, locale: Locale, zone: string): Page => {
  const t = (zh: string, en: string) => say([zh, en], locale)
  const rows = rowsOf(offer, t, (moment) => localTime(moment, zone, locale))
  const answers: [Answer, string][] = [
    ['accepted', t('接受', 'Accept')],
    ['negotiating', t('想再討論', 'Discuss')],
    ['rejected', t('不接受', 'Decline')],
  ]
  return {
    title: offer.request_number,
    body: html`<h1>${t('您的報價', 'Your offer')}</h1>
<dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<p class="words">${offer.message}</p>
<div id="answer">
<label>${t('想對我們說的話（可不填）', 'A word to us (optional)')}<textarea id="words" rows="3" maxlength="5000"></textarea></label>
<p>${answers.map(([value, label]) => html`<button data-answer="${value}">${label}</button>`)}</p>
</div>
<p id="told" role="status" data-thanks="${t('謝謝您，我們已收到您的回覆。', 'Thank you, we have your answer.')}"
  data-failed="${t('沒有送出，請稍後再試。', 'It was not sent; please try again.')}"></p>
<noscript>${t('請開啟 JavaScript，或回信給您的業務。', 'Please turn on JavaScript, or reply to your sales person.')}</noscript>`,
    script: sending(token),
  }
}

type Translate = (zh: string, en: string) => string
const rowsOf = (
  offer: OfferOnPage,
  t: Translate,
  timeOf: (moment: string) => string,
): (readonly [string, string])[] => {
  const { request_number, trip_serial, trip_name, departure_date, traveler_name, type_name, type_name_en } = offer
  const until = offer.customer_response_deadline
  return [
    [t('申請編號', 'Request'), request_number],
    [t('行程', 'Trip'), `${trip_serial} ${trip_name} (${departure_date})`],
    [t('旅客', 'Traveler'), traveler_name],
    [t('項目', 'Extra'), `${t(type_name, type_name_en ?? type_name)} × ${offer.quantity}`],
    [t('價格', 'Price'), priceInWords(offer.currency, offer.quoted_price ?? 0)],
    ...(until ? [[t('請於此時間前回覆', 'Please answer before'), timeOf(until)] as const] : []),
  ]
}

// The token has been validated, so it needs no escaping.
const sending = (token: string): Markup => html`
const told = document.getElementById('told'), box = document.getElementById('answer')
for (const button of box.querySelectorAll('button')) button.onclick = async () => {
  const words = document.getElementById('words').value.trim()
  box.inert = true
  try {
    const answer = await fetch('/api/offers/${token}/answer', { method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang },
      body: JSON.stringify({ customer_response: button.dataset.answer, ...(words && { response_message: words }) }) })
    const { success, message } = await answer.json()
    told.textContent = success ? told.dataset.thanks : message
    if (success) box.remove()
    else if (answer.status === 422 || answer.status >= 500) box.inert = false
  } catch {
    told.textContent = told.dataset.failed
    box.inert = false
  }
}
`
