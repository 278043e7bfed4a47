import { html, type Markup } from '../../../kit/http/pages/html.ts'
import { card, done, facts } from '../../../kit/http/pages/parts.ts'
import type { Visit } from '../../../kit/http/pages/taking.ts'
import { amountIn, say, type Words } from '../../../kit/words/words.ts'
import type { Status } from '../../addon-requests/request.ts'
import { senderWords } from '../../addon-requests/words.ts'
import { answering } from '../answering.ts'
import { momentIn, type Translate, wordsIn } from '../words.ts'
import type { ExtraOnPage } from './extras-queries.ts'

/** The extras of a booking: offers that wait for an answer, and the conversation about each. */
export const extrasCard = (extras: readonly ExtraOnPage[], visit: Visit, zone: string): Markup => {
  if (!extras.length) return html``
  const t = wordsIn(visit.locale)
  return card(
    t('加購', 'Extras'),
    html`<ul class="rows">${extras.map((extra) => html`<li>${one(extra, visit, t, zone)}</li>`)}</ul>`,
    { className: extras.some(({ is_waiting }) => is_waiting) ? 'asks' : '' },
  )
}

const one = (extra: ExtraOnPage, visit: Visit, t: Translate, zone: string) => {
  const { offer_id, status, until, quoted_price, currency, quantity } = extra
  const form = `offer-${offer_id}`
  return html`<h3>${t(extra.name, extra.name_en ?? extra.name)} × ${quantity}</h3>
<p><span class="badge">${say(standing[status], visit.locale)}</span> <span class="soft small">${extra.request_number} · ${extra.traveler}</span></p>
${facts([
  [t('價格（合計）', 'Price in all'), quoted_price === null ? null : amountIn(currency, quoted_price)],
  [
    t('請於此時間前回覆', 'Please answer before'),
    extra.is_waiting && until ? momentIn(until, zone, visit.locale) : null,
  ],
])}
${visit.done === form && done(t('謝謝您，我們已收到您的回覆。', 'Thank you, we have your answer.'))}
${talk(extra, visit, t, zone)}
${extra.is_waiting && answering(form, visit.sent, t)}`
}

const talk = ({ said, is_waiting }: ExtraOnPage, { locale }: Visit, t: Translate, zone: string) =>
  said.length > 0 &&
  html`<details${is_waiting ? html` open` : ''}><summary>${t('對話', 'Conversation')}</summary>
<ul class="talk">${said.map(
    ({ sender_type, message, created_at }) => html`<li class="${sender_type === 'customer' ? 'own' : ''}">
<span class="soft small">${say(senderWords[sender_type], locale)} · ${momentIn(created_at, zone, locale)}</span><span class="words">${message}</span></li>`,
  )}</ul></details>`

// What a customer is told; internal steps look like the one before.
const atWork: Words = ['處理中', 'In progress']
const standing: Record<Status, Words> = {
  pending_approval: atWork,
  open: atWork,
  inquiring: atWork,
  quoted: atWork,
  offered: ['等待您的回覆', 'Awaits your answer'],
  negotiating: ['討論中', 'Being discussed'],
  accepted: ['您已接受', 'You accepted'],
  rejected: ['您未接受', 'You declined'],
  confirmed: ['安排中', 'Being arranged'],
  completed: ['已完成', 'Done'],
  cancelled: ['已取消', 'Cancelled'],
}
