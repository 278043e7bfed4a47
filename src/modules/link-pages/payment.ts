import { amountIn } from 'guidon-design/formats'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { originOf } from '../../kit/http/server/origin.ts'
import { codeWord } from '../../kit/words/code-words.ts'
import { wordsIn } from '../page-words.ts'
import { noticeAddress, placeToPay } from '../payment-providers/addresses.ts'
import type { Fields } from '../payment-providers/protocol.ts'
import { protocols } from '../payment-providers/provider.ts'
import { type Trial, trialBehind } from '../payment-providers/trial.ts'
import type { On, PageWithForms, View } from '../site/page.ts'

/** The page that leads to a provider of payments. Its form posts there, so it names where it may post to; no card number is typed here. */
export function paymentPage(on: On): PageWithForms {
  return {
    show: async (db, visit) => trialPage(await trialBehind(db, on.app.keys, visit.token), visit, on),
    forms: () => ({}),
  }
}

const trialPage = (trial: Trial, visit: Visit, on: On): View => {
  const t = wordsIn(visit.locale)
  const name = codeWord('payment_provider', trial.provider, visit.locale)
  const title = t(`${name}測試付款`, `Test payment with ${name}`)
  const { body, postsTo } = trial.status === 'paid' ? heard(name, visit) : toPay(trial, name, visit, on)
  return { title, body: html`<section class="card asks"><h1>${title}</h1>${body}</section>`, postsTo }
}

const heard = (name: string, { locale }: Visit) => {
  const t = wordsIn(locale)
  const words = t(
    `已收到${name}的通知，測試成功。請回到「線上付款」，就可以開放客戶付款。`,
    `The notice of ${name} has come, so it works. Go back to "Online payments", where customers can be let pay now.`,
  )
  return { body: html`<p>${words}</p>`, postsTo: [] }
}

const toPay = (trial: Trial, name: string, { token, locale }: Visit, { app, request }: On) => {
  const { provider, account, trade_no, amount, at } = trial
  const t = wordsIn(locale)
  const { action, postsTo } = placeToPay(app, trial)
  const fields = protocols[provider].order(
    {
      ...{ trade_no, amount, item: '測試付款', at: new Date(at) },
      notify_url: noticeAddress(request, provider),
      back_url: `${originOf(request)}/l/payment/${token}`,
    },
    account,
  )
  const intro = t(
    `您將前往${name}的測試環境，以測試卡號付 ${amountIn('TWD', amount)}；不會真的扣款。付完後回到這一頁，就知道有沒有收到通知。`,
    `You are led to the test environment of ${name}, where you pay ${amountIn('TWD', amount)} with a card for tests; nothing is charged. Then come back to this page: it says whether the notice has come.`,
  )
  const failed = t(
    `${name}說付款沒有成功；請再試一次，或回到「線上付款」重新開始。`,
    `${name} says that the payment failed. Try again, or begin anew under "Online payments".`,
  )
  const body = html`
<p>${intro}</p>
${trial.status === 'failed' && html`<p class="fault" role="alert">${failed}</p>`}
${posting(action, fields, t(`前往${name}`, `Go to ${name}`))}`
  return { body, postsTo }
}

/** A form that leaves for the provider, with what it has signed. */
const posting = (action: string, fields: Fields, button: string): Markup => html`
<form method="post" action="${action}">
  ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
  <p class="does"><button class="button main">${button}</button></p>
</form>`
