import { html, type Markup } from '../../../kit/http/pages/html.ts'
import { card } from '../../../kit/http/pages/parts.ts'
import type { Visit } from '../../../kit/http/pages/taking.ts'
import { amountIn } from '../../../kit/words/words.ts'
import { aliveStatuses } from '../../booking-statuses.ts'
import type { Receipt } from '../../bookings/manage.ts'
import { dayIn, type Translate, wordsIn } from '../words.ts'
import type { accountOnPage } from './queries.ts'

type Account = Awaited<ReturnType<typeof accountOnPage>>

/** The papers of the booking, to look at or to keep. */
export const papersCard = (booking: Receipt, { payments }: Account, visit: Visit): Markup => {
  const t = wordsIn(visit.locale)
  const at = (paper: string, size?: string) => {
    const asked = new URLSearchParams({ lang: visit.locale, ...(size && { size }) })
    return `/l/booking/${encodeURIComponent(visit.token)}/${paper}?${asked}`
  }
  const receipts = payments.map(({ id, kind, amount, received_on }) => {
    const what = `${dayIn(received_on, visit.locale)} ${amountIn(booking.currency, amount)}`
    const name = kind === 'refund' ? t('退款證明', 'Refund note') : t('收款證明', 'Receipt')
    return html`<li><a href="${at(`receipt-${id}`)}">${name}</a> <span class="soft">${what}</span></li>`
  })
  const papers = [...ofBooking(booking, t, at), ...receipts]
  if (!papers.length) return html``
  return card(t('文件（PDF）', 'Papers (PDF)'), html`<ul class="rows">${papers}</ul>`)
}

type Address = (paper: string, size?: string) => string

const ofBooking = ({ status, balance }: Receipt, t: Translate, at: Address) => {
  if (!aliveStatuses.includes(status)) return []
  const isSold = status === 'confirmed'
  const isDue = status !== 'waitlisted' && balance > 0
  return [
    html`<li><a href="${at('quotation')}">${isSold ? t('訂單確認書', 'Booking confirmation') : t('報價單', 'Quotation')}</a></li>`,
    ...(isDue ? [html`<li><a href="${at('payment-slip')}">${t('繳款單', 'Payment slip')}</a></li>`] : []),
    html`<li><a href="${at('departure-notice')}">${t('行前通知書', 'Departure notice')}</a>
<a class="soft" href="${at('departure-notice', 'phone')}">${t('手機版', 'For a phone')}</a></li>`,
  ]
}
