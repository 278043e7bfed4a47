import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Locale, say, type Words } from '../../../kit/words.ts'

type Shown = {
  request_number: string
  type_name: string
  type_name_en: string | null
  traveler_name: string
  trip_serial: string
  trip_name: string
  message: string
  quoted_price: number
  currency: string
  quantity: number
  customer_response: string
}

/** One small page, whole in itself: nothing is fetched from anywhere, and the link's token goes nowhere but back to us. */
export const offerPage = (reply: FastifyReply, locale: Locale, token: string, offer: Shown) => {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .headers({
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(html(locale, nonce, token, offer))
}

const html = (locale: Locale, nonce: string, token: string, offer: Shown) => {
  const t = (zh: string, en: string) => say([zh, en] satisfies Words, locale)
  const rows: [string, string][] = [
    [t('申請編號', 'Request'), offer.request_number],
    [t('行程', 'Trip'), `${offer.trip_serial} ${offer.trip_name}`],
    [t('旅客', 'Traveler'), offer.traveler_name],
    [t('項目', 'Extra'), `${t(offer.type_name, offer.type_name_en ?? offer.type_name)} × ${offer.quantity}`],
    [t('價格', 'Price'), `${offer.currency} ${offer.quoted_price.toLocaleString('en')}`],
  ]
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(offer.request_number)}</title>
<style nonce="${nonce}">body{font:16px/1.6 system-ui,sans-serif;max-width:32rem;margin:2rem auto;padding:0 1rem}dt{color:#666}dd{margin:0 0 .5rem}textarea{width:100%;font:inherit}button{font:inherit;padding:.5rem 1rem;margin:.5rem .5rem 0 0}</style>
<h1>${t('您的報價', 'Your offer')}</h1>
<dl>${rows.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>
<p>${escaped(offer.message).replaceAll('\n', '<br>')}</p>
<label>${t('想對我們說的話（可不填）', 'A word to us (optional)')}<textarea id="words" rows="3" maxlength="5000"></textarea></label>
<p><button data-answer="accepted">${t('接受', 'Accept')}</button><button data-answer="negotiating">${t('想再討論', 'Discuss')}</button><button data-answer="rejected">${t('不接受', 'Decline')}</button></p>
<p id="told" role="status"></p>
<script nonce="${nonce}">
for (const button of document.querySelectorAll('button')) button.onclick = async () => {
  const words = document.getElementById('words').value.trim()
  const answer = await fetch('/api/offers/${token}/answer', { method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ customer_response: button.dataset.answer, ...(words && { response_message: words }) }) })
  const told = await answer.json()
  document.getElementById('told').textContent = told.success ? ${JSON.stringify(t('謝謝您，我們已收到您的回覆。', 'Thank you, we have your answer.'))} : told.message
}
</script></html>`
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
