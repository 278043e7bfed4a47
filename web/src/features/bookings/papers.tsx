import { dayWithWeekday } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { useSay } from '../../kit/words.ts'
import { Papers as PaperList } from '../papers/shared/papers.tsx'
import type { Booking } from './queries.ts'

/** The papers of a booking: what its customer is offered, owes, has paid and needs before leaving. */
export const Papers = ({ booking }: { booking: Booking }) => {
  const say = useSay()
  const { id, currency, payments, status } = booking
  const isSold = status === 'confirmed' || status === 'completed'
  const papers = [
    {
      words: isSold ? (['訂單確認書', 'Confirmation'] as const) : (['報價單', 'Quotation'] as const),
      href: `/api/bookings/${id}/quotation`,
    },
    { words: ['繳款單', 'Payment slip'] as const, href: `/api/bookings/${id}/payment-slip` },
    {
      words: ['行前通知書', 'Departure notice'] as const,
      href: `/api/bookings/${id}/departure-notice`,
      phone: true as const,
    },
  ]
  const receipts = payments
    .filter(({ voided_at }) => voided_at === null)
    .map((payment) => {
      const { kind, amount, received_at } = payment
      const what = `${price(amount, currency)}・${dayWithWeekday(received_at)}`
      const words =
        kind === 'refund'
          ? ([`退款證明 ${what}`, `Refund note ${what}`] as const)
          : ([`收款證明 ${what}`, `Receipt ${what}`] as const)
      return { words, href: `/api/bookings/${id}/payments/${payment.id}/receipt` }
    })
  return <PaperList title={say('文件', 'Papers')} papers={[...papers, ...receipts]} />
}
