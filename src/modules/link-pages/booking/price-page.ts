import { html, type Markup } from '../../../kit/http/pages/html.ts'
import type { Page } from '../../../kit/http/pages/page.ts'
import { card, facts, sending } from '../../../kit/http/pages/parts.ts'
import { amountIn, type Locale } from '../../../kit/words/words.ts'
import { wordsIn } from '../words.ts'

type Priced = { currency: string; price_before: number; price_after: number; needs_approval: boolean }
type Asked = { id: number; body: Readonly<Record<string, unknown>>; priced: Priced }

/** Shows the new total of a booking before a change of a traveler is saved or asked for. It holds what was typed. */
export const pricePage = ({ id, body, priced }: Asked, locale: Locale): Page => {
  const t = wordsIn(locale)
  const { currency, price_before, price_after, needs_approval } = priced
  const title = t('請確認新的總價', 'Please confirm the new total')
  const kept = { ...body, agreed_price: price_after }
  return {
    title,
    body: card(
      title,
      html`<p>${t('這項變更會改變訂單的總價。', 'This change alters the total of your booking.')}</p>
${facts([
  [t('目前總價', 'Total now'), amountIn(currency, price_before)],
  [t('變更後總價', 'Total afterwards'), amountIn(currency, price_after)],
])}
${needs_approval && html`<p>${t('訂單已確認，這項變更由我們確認後才會生效，結果會寄信通知您。', 'Your booking is confirmed, so we have to accept this change first; we mail you what became of it.')}</p>`}
${sending({ name: `traveler-${id}`, sent: undefined, body: hidden(kept), button: t('同意並送出', 'Agree and send') })}
<p><a href="?">${t('返回，不變更', 'Back, change nothing')}</a></p>`,
      { className: 'asks' },
    ),
  }
}

const hidden = (fields: Readonly<Record<string, unknown>>): Markup =>
  html`${Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each) => html`<input type="hidden" name="${name}" value="${String(each ?? '')}">`),
  )}`
