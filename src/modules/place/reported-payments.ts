import { amountIn, shortDay } from 'guidon-design/formats'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { done, input, sending } from '../../kit/http/pages/parts.ts'
import { type Fields, tidied, uploadForm } from '../../kit/http/pages/sent.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { FILE_MB } from '../../kit/sizes.ts'
import type { Locale } from '../../kit/words/words.ts'
import type { Receipt } from '../bookings/manage.ts'
import type { ReportOnPage } from '../bookings/payment-reports/payment-report.ts'
import { MOST_WAITING, ReportedPayment, reportPayment } from '../bookings/payment-reports/report.ts'
import { nameIn, type Translate, wordsIn } from '../page-words.ts'
import { callerOf, type Holder, ownerOnly } from './holder.ts'

const REPORT_PAYMENT = 'paid'

/** What the customer has reported as paid and what became of it, and the form that reports a payment. */
export function reportedPayments(
  booking: Receipt,
  reports: readonly ReportOnPage[],
  today: string,
  visit: Visit,
): Markup {
  const { locale } = visit
  const t = wordsIn(locale)
  const waiting = reports.filter(({ status }) => status === 'waiting').length
  const isOpen = booking.balance > 0 && booking.status !== 'waitlisted' && waiting < MOST_WAITING
  return html`
${visit.done === REPORT_PAYMENT && done(t('已收到您的回報，我們確認後，會在這裡告訴您。', 'We have your report. Once we have checked it, you read it here.'))}
${
  reports.length > 0 &&
  html`
<h3>${t('您回報的付款', 'Payments that you reported')}</h3>
<ul class="rows reports">${reports.map((report) => reportRow(report, locale, t))}</ul>`
}
${isOpen && reportForm(booking, reports.length > 0, today, visit, t)}`
}

const reportRow = (report: ReportOnPage, locale: Locale, t: Translate) => {
  const { amount, currency, paid_on, last_five, has_picture, reported_on } = report
  const day = (on: string) => shortDay(on, locale)
  const how = [
    t(`${day(paid_on)}匯款`, `Paid on ${day(paid_on)}`),
    last_five && t(`末五碼 ${last_five}`, `account …${last_five}`),
    has_picture && t('附匯款證明', 'with a picture'),
  ]
  return html`
<li>
  <span class="between"><b>${amountIn(currency, amount)}</b> ${standing(report, t)}</span>
  <small class="soft">${how.filter(Boolean).join(t('，', ', '))}</small>
  ${whatBecame(report, day(reported_on), day, locale, t).map((words) => html`<p>${words}</p>`)}
</li>`
}

const standing = ({ status }: ReportOnPage, t: Translate) => {
  if (status === 'recorded') return html`<span class="badge">${t('已收到', 'Received')}</span>`
  if (status === 'refused') return html`<span class="badge missing">${t('未能確認', 'Not confirmed')}</span>`
  return html`<span class="badge">${t('確認中', 'Being checked')}</span>`
}

const whatBecame = (
  { status, answer_by, checked_on, checker, refuse_reason }: ReportOnPage,
  reported: string,
  day: (on: string) => string,
  locale: Locale,
  t: Translate,
) => {
  const who = checker ? nameIn(checker, locale) : ''
  const on = checked_on ? day(checked_on) : ''
  if (status === 'recorded')
    return [t(`我們已收到這筆款項，由${who}於 ${on}確認。`, `We have received it; checked by ${who} on ${on}.`)]
  if (status === 'refused')
    return [
      t(`${on}查帳，還沒有找到這筆款項：`, `Checked on ${on}, and not found yet:`),
      html`<b>${refuse_reason}</b>`,
      t('請查明後再回報，或與我們聯絡。', 'Please look into it and report it again, or contact us.'),
    ]
  return [
    t(
      `您於 ${reported}回報，我們最晚 ${day(answer_by)}確認；這筆不必再付。`,
      `You reported it on ${reported}; we check it by ${day(answer_by)} at the latest. You need not pay it again.`,
    ),
  ]
}

const reportForm = (
  { currency, deposit, paid, balance, reported }: Receipt,
  isAgain: boolean,
  today: string,
  visit: Visit,
  t: Translate,
) => {
  const { sent } = visit
  const of = { form: REPORT_PAYMENT, sent, required: t('必填', 'required') }
  const due = deposit > paid + reported ? deposit - paid - reported : balance - reported
  return html`
<details class="report"${sent?.form === REPORT_PAYMENT && html` open`}>
  <summary class="button">${isAgain ? t('回報另一筆付款', 'Report another payment') : t('我已付款，通知你們', 'I have paid: tell us')}</summary>
  ${sending({
    ...{ name: REPORT_PAYMENT, sent, isUpload: true, button: t('送出回報', 'Send the report') },
    body: html`
${input({
  ...{ ...of, name: 'paid_on', type: 'date', label: t('匯款日', 'Day of the transfer'), value: today },
  attributes: html`max="${today}"`,
})}
${input({
  ...{
    ...of,
    name: 'amount',
    label: t(`金額（${currency}）`, `Amount (${currency})`),
    value: due > 0 ? String(due) : '',
  },
  attributes: html`inputmode="decimal" autocomplete="off"`,
})}
${input({
  ...{ ...of, name: 'last_five', label: t('匯出帳號末五碼', 'Last five digits of the account you paid from') },
  hint: t('我們以這五碼在帳上找到您的款項。', 'With them we find your payment in our account.'),
  attributes: html`inputmode="numeric" autocomplete="off" placeholder="12345"`,
})}
${input({
  ...{
    form: REPORT_PAYMENT,
    sent,
    name: 'file',
    type: 'file',
    label: t('匯款證明（可不附）', 'Picture of the transfer (optional)'),
  },
  hint: t(
    `可附截圖或照片；JPG、PNG、WebP 或 PDF，最大 ${FILE_MB} MB。`,
    `A screenshot or a photo: JPG, PNG, WebP or PDF, at most ${FILE_MB} MB.`,
  ),
  attributes: html`accept="image/jpeg,image/png,image/webp,application/pdf"`,
})}`,
  })}
</details>`
}

export function reportForms(holder: Holder, keys: Keys) {
  return {
    [REPORT_PAYMENT]: tidied(
      uploadForm(ReportedPayment, async (tx, body) => {
        const { booking } = ownerOnly(holder)
        await reportPayment(tx, callerOf(holder, keys), booking, body)
        return undefined
      }),
      plainAmount,
    ),
  }
}

/** `NT$１０,０００` is 10000, as people write it. */
const plainAmount = (texts: Fields): Fields => {
  const { amount } = texts
  if (typeof amount !== 'string') return texts
  return { ...texts, amount: amount.normalize('NFKC').replace(/^(NT\$|TWD|\$)|,|元$|\s/gi, '') }
}
