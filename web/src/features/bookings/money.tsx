import { deleteBookingPriceLine } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { Suspense, useState } from 'react'
import { dayAndTime } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { approvesDiscounts, editsBookings, recordsPayments, recordsRefunds } from '../../kit/roles.ts'
import { bracketed, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import css from './one.module.css'
import type { Booking } from './queries.ts'
import { methodIn } from './shared/choices.ts'

const InfantSheet = lazy(() => import('./infant-sheet.tsx'))
const LineSheet = lazy(() => import('./line-sheet.tsx'))
const RateSheet = lazy(() => import('./rate-sheet.tsx'))
const PaymentSheet = lazy(() => import('./payment-sheet.tsx'))
const Obligations = lazy(() => import('./obligations.tsx'))
const VoidSheet = lazy(() => import('./void-sheet.tsx'))
const ChargeBackSheet = lazy(() => import('./charge-back-sheet.tsx'))
const WaiveSheet = lazy(() => import('./waive-sheet.tsx'))

type Payment = Booking['payments'][number]
type Line = Booking['price_lines'][number]
type Open =
  | 'payment'
  | 'line'
  | 'infant'
  | { rated: Line }
  | { waived: Line }
  | { voided: Payment }
  | { chargedBack: Payment }

/** The price, the payments, and the open balance of a booking. */
export const Money = ({ booking }: { booking: Booking }) => {
  const say = useSay()
  const me = useMe()
  const [open, setOpen] = useState<Open>()
  const mayRecord = recordsPayments(me)
  const mayPrice = editsBookings(me) && booking.status !== 'cancelled'
  return (
    <Card
      title={say('費用與付款', 'Charges and payments')}
      aside={
        <>
          {(mayPrice || approvesDiscounts(me)) && (
            <button type="button" className="button more" onClick={() => setOpen('line')}>
              {mayPrice ? say('加價或優惠', 'Surcharge, discount') : say('核准優惠或加價', 'Approve a line')}
            </button>
          )}
          {mayRecord && (
            <button type="button" className="button more" onClick={() => setOpen('payment')}>
              {say('登記收款', 'Record a payment')}
            </button>
          )}
        </>
      }
    >
      {booking.missing_prices.length > 0 && (
        <p className="late" role="status">
          {say('尚無嬰兒價，總額未計入嬰兒。', 'No infant price yet: infants are not included in the total.')}
          {editsBookings(me) && (
            <button type="button" className="button" onClick={() => setOpen('infant')}>
              {say('填寫嬰兒價…', 'Set the infant price…')}
            </button>
          )}
        </p>
      )}
      <table className={`table ${css.money}`}>
        <PriceLines
          booking={booking}
          mayRemove={mayPrice}
          rate={mayRecord ? (rated) => setOpen({ rated }) : undefined}
          waive={(waived) => setOpen({ waived })}
          correct={() => setOpen('infant')}
        />
        <Payments
          booking={booking}
          annul={mayRecord ? (voided) => setOpen({ voided }) : undefined}
          chargeBack={recordsRefunds(me) ? (chargedBack) => setOpen({ chargedBack }) : undefined}
        />
        <Sums booking={booking} />
      </table>
      {hasRefunds(booking) && (
        <Suspense>
          <Obligations booking={booking} />
        </Suspense>
      )}
      <OpenSheet open={open} booking={booking} close={() => setOpen(undefined)} />
    </Card>
  )
}

const OpenSheet = ({ open, ...props }: { open: Open | undefined; booking: Booking; close: () => void }) => (
  <Suspense>
    {open === 'payment' && <PaymentSheet {...props} />}
    {open === 'line' && <LineSheet {...props} />}
    {open === 'infant' && <InfantSheet {...props} />}
    {typeof open === 'object' && 'rated' in open && <RateSheet {...props} line={open.rated} />}
    {typeof open === 'object' && 'waived' in open && <WaiveSheet {...props} line={open.waived} />}
    {typeof open === 'object' && 'voided' in open && <VoidSheet {...props} payment={open.voided} />}
    {typeof open === 'object' && 'chargedBack' in open && <ChargeBackSheet {...props} payment={open.chargedBack} />}
  </Suspense>
)

const hasRefunds = ({ refund_due, payments }: Booking) =>
  refund_due > 0 || payments.some(({ kind, voided_at }) => kind === 'refund' && voided_at === null)

type LinesProps = {
  booking: Booking
  mayRemove: boolean
  rate: ((line: Line) => void) | undefined
  waive: (line: Line) => void
  correct: () => void
}

const PriceLines = ({
  booking: { id: booking, price_lines, infant_price },
  mayRemove,
  rate,
  waive,
  correct,
}: LinesProps) => {
  const say = useSay()
  return (
    <tbody>
      {price_lines.map((line) => (
        <tr key={line.id}>
          <td>
            {say(line.description, line.description_en ?? line.description)}
            {line.traveler_name && bracketed(say, line.traveler_name)}
            {line.quantity > 1 && <span className="soft"> × {line.quantity}</span>}
            {line.override_reason && (
              <span className="sub">
                {say(`核准原因：${line.override_reason}`, `Approved: ${line.override_reason}`)}
              </span>
            )}
          </td>
          <td className="number soft">
            {line.quantity > 1 && price(line.unit_price, line.currency)}
            {mayRemove && line.source === 'staff' && <RemoveLine booking={booking} line={line.id} />}
            {mayRemove && line.source === 'cancellation_policy' && (
              <button type="button" className="button" onClick={() => waive(line)}>
                {say('免收…', 'Waive…')}
              </button>
            )}
            {mayRemove && line.kind === 'infant' && infant_price !== null && (
              <button type="button" className="button" onClick={correct}>
                {say('更改…', 'Change…')}
              </button>
            )}
            {rate && line.rate === null && (
              <button type="button" className="button" onClick={() => rate(line)}>
                {say('補匯率…', 'Add exchange rate…')}
              </button>
            )}
          </td>
          <td className="number">{price(line.amount, line.currency)}</td>
        </tr>
      ))}
    </tbody>
  )
}

/** Removes a line that was added by hand. */
const RemoveLine = ({ booking, line }: { booking: number; line: number }) => {
  const say = useSay()
  const { mutate, isPending } = useWrite({
    send: (_, guidon) => deleteBookingPriceLine(guidon, booking, line),
    tellsRefusal: true,
    changes: ['bookings', 'trips', 'money'],
  })
  return (
    <ConfirmButton
      words={say('移除', 'Remove')}
      sure={say('確定移除？', 'Remove it?')}
      act={() => mutate()}
      disabled={isPending}
    />
  )
}

type PaymentsProps = {
  booking: Booking
  annul: ((payment: Payment) => void) | undefined
  chargeBack: ((payment: Payment) => void) | undefined
}

const Payments = ({ booking: { payments, currency }, ...acts }: PaymentsProps) => {
  return (
    <tbody>
      {payments.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} currency={currency} {...acts} />
      ))}
    </tbody>
  )
}

type RowProps = Omit<PaymentsProps, 'booking'> & { payment: Payment; currency: string }

const PaymentRow = ({ payment, currency, annul, chargeBack }: RowProps) => {
  const say = useSay()
  const me = useMe()
  const { kind, amount, method, received_at, reference, voided_at, charged_back_on } = payment
  return (
    <tr className={voided_at ? css.gone : ''}>
      <td>
        {kind === 'refund' ? say('退款', 'Refund') : say('收款', 'Payment')}
        <span className="sub">
          {methodIn(say, method)}・<span className={css.whole}>{dayAndTime(received_at)}</span>
          {reference && (
            <>
              ・<span className={css.whole}>{reference}</span>
            </>
          )}
        </span>
      </td>
      <td className="number soft">
        {voided_at && (charged_back_on ? say('爭議扣款', 'Charged back') : say('已作廢', 'Void'))}
        {!voided_at && chargeBack && kind === 'payment' && method === 'creditCard' && (
          <button type="button" className="button" onClick={() => chargeBack(payment)}>
            {say('爭議扣款…', 'Charged back…')}
          </button>
        )}
        {!voided_at && annul && (kind === 'payment' || recordsRefunds(me)) && (
          <button type="button" className="button" onClick={() => annul(payment)}>
            {say('作廢', 'Void')}
          </button>
        )}
      </td>
      <td className="number">{price(kind === 'refund' ? amount : -amount, currency)}</td>
    </tr>
  )
}

const Sums = ({ booking: { total, paid, balance, currency, is_overdue } }: { booking: Booking }) => {
  const say = useSay()
  return (
    <tfoot>
      <tr>
        <td>{say(...label.total)}</td>
        <td />
        <td className="number">{price(total, currency)}</td>
      </tr>
      <tr>
        <td>{say(...label.paid)}</td>
        <td />
        <td className="number">{price(paid, currency)}</td>
      </tr>
      <tr className={css.open}>
        <td>{balance < 0 ? say(...label.refund) : say('未付', 'Unpaid')}</td>
        <td />
        <td className={is_overdue ? 'number late' : 'number'}>{price(Math.abs(balance), currency)}</td>
      </tr>
    </tfoot>
  )
}
