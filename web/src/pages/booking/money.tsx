import { useState } from 'react'
import { dayAndTime } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { useSay } from '../../kit/words.ts'
import { methodIn } from '../../parts/booking-choices.ts'
import { Card } from '../../parts/card.tsx'
import { PaymentSheet } from './payment-sheet.tsx'
import type { Booking } from './queries.ts'

/** What it costs, what was paid, and what is still open. */
export const Money = ({ booking }: { booking: Booking }) => {
  const say = useSay()
  const { role } = useMe()
  const [isPaying, setPaying] = useState(false)
  const mayRecord = ['sales', 'admin', 'finance'].includes(role)
  return (
    <Card
      title={say('費用與付款', 'Money')}
      aside={
        mayRecord && (
          <button type="button" className="button more" onClick={() => setPaying(true)}>
            {say('登記收款', 'Record a payment')}
          </button>
        )
      }
    >
      <table className="table money">
        <PriceLines booking={booking} />
        <Payments booking={booking} />
        <Sums booking={booking} />
      </table>
      {isPaying && <PaymentSheet booking={booking} close={() => setPaying(false)} />}
    </Card>
  )
}

const PriceLines = ({ booking: { price_lines } }: { booking: Booking }) => {
  const say = useSay()
  return (
    <tbody>
      {price_lines.map(({ id, description, description_en, quantity, unit_price, amount, currency }) => (
        <tr key={id}>
          <td>
            {say(description, description_en ?? description)}
            {quantity > 1 && <span className="soft"> × {quantity}</span>}
          </td>
          <td className="number soft">{quantity > 1 && price(unit_price, currency)}</td>
          <td className="number">{price(amount, currency)}</td>
        </tr>
      ))}
    </tbody>
  )
}

const Payments = ({ booking: { payments, currency } }: { booking: Booking }) => {
  const say = useSay()
  return (
    <tbody>
      {payments.map(({ id, kind, amount, method, received_at, reference, voided_at }) => (
        <tr key={id} className={voided_at ? 'gone' : ''}>
          <td>
            {kind === 'refund' ? say('退款', 'Refund') : say('收款', 'Payment')}
            <span className="sub">
              {methodIn(say, method)}・{dayAndTime(received_at)}
              {reference && `・${reference}`}
            </span>
          </td>
          <td className="soft">{voided_at && say('已作廢', 'Void')}</td>
          <td className="number">{price(kind === 'refund' ? amount : -amount, currency)}</td>
        </tr>
      ))}
    </tbody>
  )
}

const Sums = ({ booking: { total, paid, balance, currency, is_overdue } }: { booking: Booking }) => {
  const say = useSay()
  return (
    <tfoot>
      <tr>
        <td>{say('總額', 'Total')}</td>
        <td />
        <td className="number">{price(total, currency)}</td>
      </tr>
      <tr>
        <td>{say('已付', 'Paid')}</td>
        <td />
        <td className="number">{price(paid, currency)}</td>
      </tr>
      <tr className="open">
        <td>{balance < 0 ? say('應退', 'To be refunded') : say('未付', 'Open')}</td>
        <td />
        <td className={is_overdue ? 'number late' : 'number'}>{price(Math.abs(balance), currency)}</td>
      </tr>
    </tfoot>
  )
}
