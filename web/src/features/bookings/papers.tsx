import Mail from '~icons/lucide/mail'
import { shortDay } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { recordsPayments } from '../../kit/roles.ts'
import { useSay, type Words } from '../../kit/words.ts'
import type { Act } from '../../ui/acts-menu.tsx'
import { Papers as PaperList } from '../papers/shared/papers.tsx'
import type { Mailed } from './mail-paper-sheet.tsx'
import type { Booking } from './queries.ts'

const MailPaperSheet = lazy(() => import('./mail-paper-sheet.tsx'))

/** A waitlisted or cancelled booking has no payment slip. */
const isPayable = (status: Booking['status']) => status === 'held' || status === 'confirmed' || status === 'completed'

/** The papers of a booking: quotation or confirmation, payment slip, departure notice and receipts. */
export const Papers = ({ booking }: { booking: Booking }) => {
  const say = useSay()
  const { id, currency, payments, status } = booking
  const mayMail = recordsPayments(useMe())
  const isSold = status === 'confirmed' || status === 'completed'
  const printed = (words: Words, path: string, asked: Mailed['asked']) => ({
    words,
    href: `/api/bookings/${id}/${path}`,
    ...(mayMail && { mail: mailed(booking, { asked, words }) }),
  })
  const papers = [
    printed(isSold ? ['訂單確認書', 'Confirmation'] : ['報價單', 'Quotation'], 'quotation', { paper: 'quotation' }),
    ...(isPayable(status) ? [printed(['繳款單', 'Payment slip'], 'payment-slip', { paper: 'payment_slip' })] : []),
    ...(isSold
      ? [
          {
            ...printed(['行前通知書', 'Departure notice'], 'departure-notice', { paper: 'departure_notice' }),
            phone: true as const,
          },
        ]
      : []),
  ]
  const receipts = payments
    .filter(({ voided_at }) => voided_at === null)
    .map((payment) => {
      const { kind, amount, received_at } = payment
      const what = `${price(amount, currency)}・${shortDay(received_at)}`
      const words: Words =
        kind === 'refund' ? [`退款證明 ${what}`, `Refund note ${what}`] : [`收款證明 ${what}`, `Receipt ${what}`]
      return printed(words, `payments/${payment.id}/receipt`, { paper: 'receipt', payment_id: payment.id })
    })
  const all = `/api/bookings/${id}/all-papers`
  return <PaperList title={say('文件', 'Papers')} papers={[...papers, ...receipts]} all={all} />
}

const mailed = (booking: Booking, paper: Mailed): Act => ({
  words: ['寄給客戶…', 'Mail it…'],
  icon: Mail,
  sheet: (close) => <MailPaperSheet booking={booking} paper={paper} close={close} />,
})
