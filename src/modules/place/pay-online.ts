import { amountIn } from 'guidon-design/formats'
import { Type } from 'typebox'
import { refuse } from '../../kit/errors.ts'
import { oneOf } from '../../kit/fields.ts'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { done, fault } from '../../kit/http/pages/parts.ts'
import { form } from '../../kit/http/pages/sent.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { codeWord } from '../../kit/words/code-words.ts'
import type { Words } from '../../kit/words/words.ts'
import { wordsIn } from '../page-words.ts'
import { beginPayment, type LastTry, type Offer } from '../payment-providers/pay.ts'
import { providers } from '../payment-providers/provider.ts'
import type { Holder } from './holder.ts'

const PAY = 'pay-online'

/** The buttons that pay by card, one for each provider that is on; above them what became of the last try, and what to do now. */
export function payOnline(
  { offers, last }: { offers: readonly Offer[]; last: LastTry | undefined },
  visit: Visit,
): Markup {
  const { locale, sent } = visit
  const t = wordsIn(locale)
  if (offers.length === 0) return html``
  const isPart = offers.some(({ is_part }) => is_part)
  return html`
<div class="online">
  ${last?.status === 'started' && done(t(...waiting(codeWord('payment_provider', last.provider, locale))))}
  ${last?.status === 'failed' && fault(t(...failed))}
  ${sent?.form === PAY && fault(sent.says)}
  ${offers.map(({ provider, amount }) => {
    const name = codeWord('payment_provider', provider, locale)
    const label = t(`刷卡付 ${amountIn('TWD', amount)}`, `Pay ${amountIn('TWD', amount)} by card`)
    return html`
  <form method="post">
    <input type="hidden" name="form" value="${PAY}">
    <input type="hidden" name="provider" value="${provider}">
    <p class="does"><button class="button main">${label}</button> <span class="soft small">${name}</span></p>
  </form>`
  })}
  ${isPart && html`<p class="soft small">${t(...inParts)}</p>`}
</div>`
}

const waiting = (name: string): Words => [
  `若剛才已在${name}付款，很快就會顯示在這裡，請勿再付一次；若沒有付成，可以再試。`,
  `If you have just paid with ${name}, it is shown here soon: do not pay again. If it did not work, try again.`,
]
const failed: Words = [
  '剛才的刷卡沒有成功，沒有扣款；請再試一次、換一張卡，或用銀行轉帳。',
  'Your card was not charged, because the payment failed. Try again, take another card, or pay by bank transfer.',
]
const inParts: Words = [
  '金額超過刷卡一次的上限，請分次付款；付完第一筆後，這裡會顯示下一筆。',
  'This is more than a card pays at once, so it is paid in parts: after the first, the next one is shown here.',
]

/** The form that begins a payment. A traveler sees nothing of the money, and pays nothing. */
export function payForms({ booking, own }: Holder, keys: Keys) {
  return {
    [PAY]: form(Type.Object({ provider: oneOf(providers) }), async (tx, { provider }) => {
      if (own) refuse('not_found')
      return { to: await beginPayment(tx, keys, { booking_id: booking, provider }) }
    }),
  }
}
