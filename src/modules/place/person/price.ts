import { amountIn } from 'guidon-design/formats'
import type { Tx } from '../../../kit/db/tables.ts'
import { html, type Markup } from '../../../kit/http/pages/html.ts'
import type { Page } from '../../../kit/http/pages/page.ts'
import { facts, sending } from '../../../kit/http/pages/parts.ts'
import type { Locale } from '../../../kit/words/words.ts'
import { changeOrAsk, previewChange, replaceOrAsk } from '../../bookings/change-requests/change-or-ask.ts'
import { wordsIn } from '../../page-words.ts'
import type { callerOf } from '../holder.ts'

type Saving = {
  name: string
  id: number
  body: Readonly<Record<string, unknown>>
  agreed_price: number | undefined
  is_other_person?: true
}

/**
 * Changes a traveler, or asks for it if the booking is confirmed. A change that moves the price is done only once the new total was shown;
 * until then the answer is the page that shows it.
 */
export async function changeOncePriceIsSeen(
  tx: Tx,
  { name, id, body, agreed_price, is_other_person }: Saving,
  by: ReturnType<typeof callerOf>,
  locale: Locale,
) {
  const priced = await previewChange(tx, by, id, body)
  if (priced.price_after !== priced.price_before && priced.price_after !== agreed_price)
    return pricePage({ name, body, priced }, locale)
  if (is_other_person) await replaceOrAsk(tx, by, id, body)
  else await changeOrAsk(tx, by, id, body, undefined)
  return undefined
}

type Priced = { currency: string; price_before: number; price_after: number; needs_approval: boolean }
type Asked = { name: string; body: Readonly<Record<string, unknown>>; priced: Priced }

/** Shows the new total of a booking before a change of a traveler is saved or requested. The page contains the entered values. */
const pricePage = ({ name, body, priced }: Asked, locale: Locale): Page => {
  const t = wordsIn(locale)
  const { currency, price_before, price_after, needs_approval } = priced
  const title = t('請確認新的總價', 'Please confirm the new total')
  const kept = { ...body, agreed_price: price_after }
  return {
    title,
    body: html`
<section class="card asks">
  <h1>${title}</h1>
  <p>${t('這項變更會改變訂單的總價。', 'This change alters the total of your booking.')}</p>
  ${facts([
    [t('目前總價', 'Total now'), amountIn(currency, price_before)],
    [t('變更後總價', 'Total afterwards'), amountIn(currency, price_after)],
  ])}
  ${needs_approval && html`<p>${t(...approvedFirst)}</p>`}
  ${sending({ name, sent: undefined, body: hidden(kept), button: t('同意並送出', 'Agree and send') })}
  <p><a href="?">${t('返回，不變更', 'Back, change nothing')}</a></p>
</section>`,
  }
}

const approvedFirst = [
  '您的訂單已確認，這項變更由我們確認後才會生效，結果會寄信通知您。',
  'Your booking is confirmed, so we have to approve this change first; we will notify you by mail.',
] as const

const hidden = (fields: Readonly<Record<string, unknown>>): Markup =>
  html`${Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each) => html`<input type="hidden" name="${name}" value="${String(each ?? '')}">`),
  )}`
