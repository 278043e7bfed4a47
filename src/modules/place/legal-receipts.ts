import { amountIn, shortDay } from 'guidon-design/formats'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { Locale } from '../../kit/words/words.ts'
import type { ReceiptOnPage } from '../legal-receipts/on-page.ts'
import type { Translate } from '../page-words.ts'

/** The legal receipts of a booking. An electronic one has a link to the platform, where it prints once. */
export function issuedReceipts(receipts: readonly ReceiptOnPage[], locale: Locale, t: Translate): Markup {
  return html`${receipts.map(({ number, issued_on, amount, buyer_name, url }) => {
    const [sum, day] = [amountIn('TWD', amount), shortDay(issued_on, locale)]
    return html`
<p>${t(
      `代收轉付收據 ${number}：${sum}，${day}開立，抬頭 ${buyer_name}。`,
      `Legal receipt (代收轉付收據) ${number}: ${sum}, issued on ${day} to ${buyer_name}.`,
    )}${
      url === null
        ? ''
        : html`
<a href="${url}">${t('查看收據', 'Open the receipt')}</a>
${t('平台只能列印一次，請先確認紙張。', 'The platform prints it once: check the paper first.')}`
    }</p>`
  })}`
}
