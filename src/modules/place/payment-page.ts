import { amountIn } from 'guidon-design/formats'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { facts } from '../../kit/http/pages/parts.ts'
import { inCents } from '../../kit/money.ts'
import { codeWord } from '../../kit/words/code-words.ts'
import type { Words } from '../../kit/words/words.ts'
import { PAYMENT_PAGE } from '../bookings/payment-requests/payment-request.ts'
import { wordsIn } from '../page-words.ts'
import { ourAddresses, placeToPay } from '../payment-providers/addresses.ts'
import { type LinkedTrade, tradeBehind } from '../payment-providers/linked-trade.ts'
import { protocols } from '../payment-providers/provider.ts'
import { pathIn } from '../site/frame.ts'
import type { On, PageWithForms, View } from '../site/page.ts'
import { requestBehind, requestPage } from './request-page.ts'

/**
 * The page of a request, where whoever has its address pays, and the page of one try, which leads to a provider. The form of that one posts there,
 * so it names where it may post to; no card number is typed here.
 */
export async function paymentPage(on: On): Promise<PageWithForms> {
  const request = await requestBehind(on.db, { token: on.params.token ?? '' })
  if (request) return requestPage(request, on)
  return {
    show: async (db, visit) => {
      const trade = await tradeBehind(db, on.app.keys, visit.token)
      return trade.booking_number === null ? trialPage(trade, visit, on) : customerPage(trade, visit, on)
    },
    forms: () => ({}),
  }
}

/** The page of a request from which a customer has come, as the address says. */
const requestFrom = ({ query: { from } }: On) =>
  typeof from === 'string' && /^[0-9a-f]{32}$/.test(from) ? `${PAYMENT_PAGE}${from}` : undefined

const customerPage = (trade: LinkedTrade, { locale }: Visit, on: On): View => {
  const t = wordsIn(locale)
  const sum = amountIn('TWD', trade.amount)
  const request = requestFrom(on)
  const place = request ?? pathIn(locale, `/my/${trade.booking_number}`)
  const [title, says] = outcomeOf(trade, sum)
  if (says)
    return asking(
      t(...title),
      html`<p>${t(...says)}</p><p class="does"><a class="button main" href="${place}">${request ? t('回到付款頁', 'Back to the payment') : t('回到我的訂單', 'Back to my booking')}</a></p>`,
    )
  const name = codeWord('payment_provider', trade.provider, locale)
  const { method } = trade
  const before = html`
${facts([
  [t('訂單', 'Booking'), trade.booking_number],
  [t('金額', 'Amount'), sum],
])}
<p>${t(...(method === 'card' ? onTheirPage(name) : theyGiveANumber(name)))}</p>`
  const order = { item: `${trade.booking_number}`, back: request ?? `${place}#money` }
  const buttons = {
    card: t(`前往${name}刷卡`, `Go to ${name} and pay`),
    atm: t(`前往${name}取得帳號`, `Go to ${name} for the account`),
    cvs: t(`前往${name}取得代碼`, `Go to ${name} for the code`),
  }
  return leaving(t(...title), before, buttons[method], { trade, order, on })
}

/** What is said instead of the form, once it leads nowhere any more. */
const outcomeOf = (
  { status, balance, amount, is_over, method, number }: LinkedTrade,
  sum: string,
): [title: Words, says?: Words] => {
  if (status === 'paid')
    return [
      ['已收到您的款項', 'Your payment has arrived'],
      [`已收到 ${sum}，謝謝您。`, `We have received ${sum}. Thank you.`],
    ]
  if (inCents(balance ?? 0) < inCents(amount)) return [['不必再付', 'Nothing to pay here any more'], alreadyPaid]
  if (number !== null) return [['已取得繳費帳號', 'You have a number to pay to'], numberIsThere]
  if (is_over) return [['請重新付款', 'Please begin anew'], tooLate]
  const titles: Record<typeof method, Words> = {
    card: [`刷卡付款 ${sum}`, `Pay ${sum} by card`],
    atm: [`ATM 轉帳 ${sum}`, `Transfer ${sum} by ATM`],
    cvs: [`超商代碼繳費 ${sum}`, `Pay ${sum} at a convenience store`],
  }
  return [titles[method]]
}

const onTheirPage = (name: string): Words => [
  `卡號在${name}的頁面填寫，我們看不到也不保存；付完後請從那裡回到您的訂單。`,
  `You type the number of your card on the page of ${name}; we neither see nor keep it. Afterwards, go back to your booking from there.`,
]
const theyGiveANumber = (name: string): Words => [
  `${name}會給您一組只供這筆款項使用的號碼；之後也會顯示在您的訂單頁，請在期限前付款。`,
  `${name} gives you a number for this payment alone. The page of your booking shows it too; pay to it by its last day.`,
]
const numberIsThere: Words = [
  '號碼、金額與期限都在您的訂單頁。',
  'The page of your booking shows it, with the amount and the last day.',
]
const alreadyPaid: Words = [
  '這筆金額已付清，或應付的金額已經改變；請回到您的訂單查看。',
  'This amount is paid already, or another amount is owed now. Look at your booking.',
]
const tooLate: Words = [
  '這一頁已經開啟太久；為避免重複付款，請回到您的訂單再按一次付款。',
  'This page has been open for too long. So that nothing is paid twice, go back to your booking and begin anew.',
]

const trialPage = (trade: LinkedTrade, { token, locale }: Visit, on: On): View => {
  const t = wordsIn(locale)
  const name = codeWord('payment_provider', trade.provider, locale)
  const title = t(`${name}測試付款`, `Test payment with ${name}`)
  if (trade.status === 'paid') return asking(title, html`<p>${t(...heard(name))}</p>`)
  if (trade.is_over) return asking(title, html`<p>${t(...trialOver)}</p>`)
  const before = html`
<p>${t(...aboutTrial(name, amountIn('TWD', trade.amount)))}</p>
${trade.status === 'failed' && html`<p class="fault" role="alert">${t(...trialFailed(name))}</p>`}`
  const order = { item: '測試付款', back: `/l/payment/${token}` }
  return leaving(title, before, t(`前往${name}`, `Go to ${name}`), { trade, order, on })
}

const heard = (name: string): Words => [
  `已收到${name}的通知，測試成功。請回到「線上付款」，就可以開放客戶付款。`,
  `The notice of ${name} has come, so it works. Go back to "Online payments", where customers can be let pay now.`,
]
const trialOver: Words = [
  '這筆測試付款已經逾時；請回到「線上付款」重新開始。',
  'This test payment has ended. Begin anew under "Online payments".',
]
const aboutTrial = (name: string, sum: string): Words => [
  `您將前往${name}的測試環境，以測試卡號付 ${sum}；不會真的扣款。付完後回到這一頁，就知道有沒有收到通知。`,
  `You are led to the test environment of ${name}, where you pay ${sum} with a card for tests; nothing is charged. Then come back to this page: it says whether the notice has come.`,
]
const trialFailed = (name: string): Words => [
  `${name}說付款沒有成功；請回到「線上付款」重新開始。`,
  `${name} says that the payment failed. Begin anew under "Online payments".`,
]

const asking = (title: string, body: Markup): View => ({
  title,
  body: html`<section class="card asks"><h1>${title}</h1>${body}</section>`,
})

type Leaving = { trade: LinkedTrade; order: { item: string; back: string }; on: On }

/** A page whose form leaves for the provider, with what the account has signed. */
const leaving = (
  title: string,
  before: Markup,
  button: string,
  { trade, order: { item, back }, on }: Leaving,
): View => {
  const { provider, account, method, trade_no, amount, days, at } = trade
  const { action, postsTo } = placeToPay(on.app, trade)
  const fields = protocols[provider].order(
    { method, trade_no, amount, item, days, at: new Date(at), ...ourAddresses(on.request, provider, back) },
    account,
  )
  const form = html`
<form method="post" action="${action}">
  ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
  <p class="does"><button class="button main">${button}</button></p>
</form>`
  return { ...asking(title, html`${before}${form}`), postsTo }
}
