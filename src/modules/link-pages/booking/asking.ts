import { html, type Markup } from '../../../kit/http/pages/html.ts'
import { card, choice, done, input, longText, sending } from '../../../kit/http/pages/parts.ts'
import type { Visit } from '../../../kit/http/pages/taking.ts'
import { amountIn, type Locale, say } from '../../../kit/words/words.ts'
import { wordsIn } from '../words.ts'
import type { TypeOnPage } from './extras-queries.ts'
import type { GuestOnPage } from './queries.ts'

/** The form with which the contact asks for an extra. */
export const askingCard = (types: readonly TypeOnPage[], guests: readonly GuestOnPage[], visit: Visit): Markup => {
  if (!types.length || !guests.length) return html``
  const { locale, sent } = visit
  const t = wordsIn(locale)
  const form = 'extra'
  const field = (name: string, label: string) => ({ form, sent, name, label })
  const body = html`
<div class="pair">${choice({ ...field('type_id', t('項目', 'Extra')), of: types.map((type) => [`${type.id}`, nameOf(type, locale)]) })}
${choice({ ...field('traveler_id', t('旅客', 'For')), of: guests.map(({ id, name }) => [`${id}`, name]) })}</div>
${input({ ...field('quantity', t('數量', 'How many')), type: 'number', value: '1', attributes: html`min="1" max="999"` })}
${longText({ ...field('message', t('說明（可不填）', 'What we should know (optional)')), attributes: html`maxlength="5000"` })}`
  const isOpen = sent?.form === form || visit.done === form
  return card(
    t('申請加購', 'Ask for an extra'),
    html`${visit.done === form && done(t('已收到您的申請，我們會儘快回覆。', 'We have your request and answer soon.'))}
<details${isOpen ? html` open` : ''}><summary>${t('選擇項目', 'Choose')}</summary>
${sending({ name: form, sent, body, button: t('送出申請', 'Ask for it') })}</details>`,
  )
}

const nameOf = (type: TypeOnPage, locale: Locale) => {
  const { name, name_en, pricing_type, base_cost, cost_currency } = type
  const price =
    pricing_type === 'fixed_price' && base_cost !== null ? amountIn(cost_currency, base_cost) : priced[pricing_type]
  return `${say([name, name_en ?? name], locale)} · ${typeof price === 'string' ? price : say(price, locale)}`
}

const priced = {
  free: ['免費', 'Free'],
  fixed_price: ['另行報價', 'We tell you the price'],
  quotation_required: ['另行報價', 'We tell you the price'],
} as const
