import { amountIn, shortDay } from 'guidon-design/formats'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { Locale } from '../../kit/words/words.ts'
import type { ChequeOnPage } from '../cheques/on-page.ts'
import type { Translate } from '../page-words.ts'

/** The cheques that were received, and from when they count. */
export function waitingCheques(cheques: readonly ChequeOnPage[], locale: Locale, t: Translate): Markup {
  return html`${cheques.map(({ amount, currency, number_end, due_on }) => {
    const [sum, day] = [amountIn(currency, amount), shortDay(due_on, locale)]
    return html`
<p>${t(
      `已收到您的支票 ${sum}（末三碼 ${number_end}），${day}到期，兌現後計入已付；這筆不必再付。`,
      `We have your cheque of ${sum} (…${number_end}). It is due on ${day} and counts once it has cleared; you need not pay it again.`,
    )}</p>`
  })}`
}
