import { amountIn, dayOf, moment, shortDay } from 'guidon-design/formats'
import { Type } from 'typebox'
import { oneOf } from '../../kit/fields.ts'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { done, fault } from '../../kit/http/pages/parts.ts'
import { form } from '../../kit/http/pages/sent.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { codeWord } from '../../kit/words/code-words.ts'
import type { Locale, Words } from '../../kit/words/words.ts'
import { type Translate, wordsIn } from '../page-words.ts'
import { beginPayment, type GivenNumber, type LastTry, type Offer } from '../payment-providers/pay.ts'
import { methods } from '../payment-providers/protocol.ts'
import { providers } from '../payment-providers/provider.ts'
import { toCopy } from './money.ts'

const PAY = 'pay-online'

type OnPage = {
  offers: readonly Offer[]
  last: LastTry | undefined
  given: GivenNumber | undefined
  zone: string
  /** It is to be paid here, and in no other way. */
  isAsked: boolean
}

/**
 * The buttons that pay by card or get a number to pay to, for each provider that is on; above them the number that is open, and what became of the
 * last try, and what to do now.
 */
export function payOnline({ offers, last, given, zone, isAsked }: OnPage, visit: Visit): Markup {
  const { locale, sent } = visit
  const t = wordsIn(locale)
  const isOpen = given?.state === 'open'
  const left = offers.filter(({ method }) => !(isOpen && method === given.method))
  if (left.length === 0 && !given) return isAsked ? html`<p>${t(...notOnline)}</p>` : html``
  return html`
<div class="online">
  ${isOpen && numberToPayTo(given, zone, locale, t)}
  ${given?.state === 'over' && fault(t(...numberIsOver))}
  ${given?.state === 'changed' && fault(t(...otherAmount(amountIn('TWD', given.amount))))}
  ${last?.status === 'started' && done(t(...waiting(codeWord('payment_provider', last.provider, locale))))}
  ${last?.status === 'failed' && fault(t(...failed))}
  ${sent?.form === PAY && fault(sent.says)}
  ${left.map((offer) => payButton(offer, locale, t))}
  ${left.some(({ is_part }) => is_part) && html`<p class="soft small">${t(...inParts)}</p>`}
</div>`
}

const payButton = ({ provider, method, amount }: Offer, locale: Locale, t: Translate) => {
  const name = codeWord('payment_provider', provider, locale)
  const sum = amountIn('TWD', amount)
  const labels = {
    card: t(`刷卡付 ${sum}`, `Pay ${sum} by card`),
    atm: t(`ATM 轉帳 ${sum}`, `Transfer ${sum} by ATM`),
    cvs: t(`超商代碼繳費 ${sum}`, `Pay ${sum} at a convenience store`),
  }
  return html`
  <form method="post">
    <input type="hidden" name="form" value="${PAY}">
    <input type="hidden" name="provider" value="${provider}">
    <input type="hidden" name="method" value="${method}">
    <p class="does">
      <button class="button ${method === 'card' ? 'main' : ''}">${labels[method]}</button>
      <span class="soft small">${name}</span>
    </p>
  </form>`
}

/** A number that the provider gave: what, where to and until when, each of which a phone copies with one press. */
const numberToPayTo = (
  { provider, method, amount, bank_code, number, pays_until }: GivenNumber,
  zone: string,
  locale: Locale,
  t: Translate,
) => {
  const sum = amountIn('TWD', amount)
  const name = codeWord('payment_provider', provider, locale)
  const isCode = method === 'cvs'
  const end = isCode ? `${moment(pays_until, zone, locale)} ` : shortDay(dayOf(pays_until, zone), locale)
  const title = isCode
    ? t(`請於 ${end}前到超商繳 ${sum}`, `Please pay ${sum} at a convenience store by ${end}`)
    : t(`請於 ${end}前以 ATM 或網路銀行轉帳 ${sum}`, `Please transfer ${sum} by ATM or online banking by ${end}`)
  return html`
  <div class="asked" id="number">
    <p><b>${title}</b></p>
    <dl class="facts">
      ${toCopy(t('金額', 'Amount'), sum, `${amount}`, t)}
      ${bank_code && toCopy(t('銀行代碼', 'Bank code'), bank_code, bank_code, t)}
      ${toCopy(isCode ? t('繳費代碼', 'Payment code') : t('帳號', 'Account number'), number, number, t)}
    </dl>
    <p class="soft small">${t(...forThisAlone(name))}</p>
  </div>`
}

const notOnline: Words = [
  '現在無法線上付款；若我們的信中有收款帳戶，請轉帳到那個帳戶，或與我們聯絡。',
  'It cannot be paid online at the moment. If our mail names an account, transfer it there, or contact us.',
]
const forThisAlone = (name: string): Words => [
  `這個號碼由${name}提供，只供這筆款項使用，請剛好付這個金額；付款後很快會顯示在這裡。`,
  `This number is given by ${name} for this payment alone: please pay exactly this amount. It is shown here soon after.`,
]
const numberIsOver: Words = [
  '先前的繳費帳號已過期，請勿再付到那個帳號；請再按一次，取得新的帳號，或改用刷卡。',
  'The number that you got has expired: do not pay to it any more. Press again for a new one, or pay by card.',
]
const otherAmount = (sum: string): Words => [
  `應付的金額已改變，請勿再付先前帳號的 ${sum}；請再按一次，取得新的帳號。`,
  `Another amount is owed now: do not pay the ${sum} to the number that you got. Press again for a new one.`,
]
const waiting = (name: string): Words => [
  `若剛才已在${name}付款，很快就會顯示在這裡，請勿再付一次；若沒有付成，可以再試。`,
  `If you have just paid with ${name}, it is shown here soon: do not pay again. If it did not work, try again.`,
]
const failed: Words = [
  '剛才的刷卡沒有成功，沒有扣款；請再試一次、換一張卡，或用銀行轉帳。',
  'Your card was not charged, because the payment failed. Try again, take another card, or pay by bank transfer.',
]
const inParts: Words = [
  '金額超過一次付款的上限，請分次付款；付完第一筆後，這裡會顯示下一筆。',
  'This is more than can be paid at once, so it is paid in parts: after the first, the next one is shown here.',
]

/** The form that begins a payment; on the page of a request with its token, to which the provider then leads back. */
export function payForm(booking_id: number, keys: Keys, request?: string) {
  return {
    [PAY]: form(
      Type.Object({ provider: oneOf(providers), method: Type.Optional(oneOf(methods)) }),
      async (tx, { provider, method = 'card' }) => {
        const to = await beginPayment(tx, keys, { booking_id, provider, method })
        if (to === undefined) return undefined
        return { to: request === undefined ? to : `${to}?${new URLSearchParams({ from: request })}` }
      },
    ),
  }
}
