import { useQuery } from '@tanstack/react-query'
import { type BookingObligation, listBookingObligations } from 'guidon-sdk'
import { refundCauseWords } from 'guidon-sdk/words'
import { guidon } from '../../kit/api.ts'
import { shortDay } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { recordsRefunds } from '../../kit/roles.ts'
import { bracketed, type Say, useSay } from '../../kit/words.ts'
import type { Booking } from './queries.ts'
import { OrderRefund } from './shared/refunds/acts.tsx'

/** What the agency owes the customer of a booking: each obligation with its cause and its open amount. */
export default function Obligations({ booking }: { booking: Booking }) {
  const say = useSay()
  const { id, currency, booking_number, contact } = booking
  const owed = { id, booking_number, currency, contact_name: contact.name }
  const mayOrder = recordsRefunds(useMe())
  const { data } = useQuery({
    queryKey: ['bookings', id, 'obligations'],
    queryFn: () => listBookingObligations(guidon, id),
  })
  if (!data || data.length === 0) return null
  return (
    <section className="within" aria-label={say('應退款項', 'Refunds due')}>
      <h3>{say('應退款項', 'Refunds due')}</h3>
      <dl className="facts sums">
        {data.map((each) => (
          <Obligation key={each.id} obligation={each} currency={currency} />
        ))}
      </dl>
      {mayOrder &&
        data
          .filter(({ open_amount, ordered }) => open_amount > ordered)
          .map(({ id, open_amount, ordered }) => (
            <OrderRefund key={id} obligation={{ id, left: open_amount - ordered }} booking={owed} />
          ))}
    </section>
  )
}

type Props = { obligation: BookingObligation; currency: string }

const Obligation = ({ obligation: { cause, created_at, amount, open_amount, settlements }, currency }: Props) => {
  const say = useSay()
  const open =
    open_amount === 0
      ? howItEnded(say, settlements)
      : say(`尚未退 ${price(open_amount, currency)}`, `${price(open_amount, currency)} still owed`)
  return (
    <div>
      <dt>
        {shortDay(created_at)} {say(...refundCauseWords[cause])}
      </dt>
      <dd>
        <b>{price(amount, currency)}</b>
        <span className={open_amount > 0 ? 'late' : 'soft'}>{bracketed(say, open)}</span>
      </dd>
    </div>
  )
}

/** What ended it, of which only a refund has paid something back. */
const howItEnded = (say: Say, settlements: BookingObligation['settlements']) =>
  [
    settlements.some(({ payment_id }) => payment_id) && say('已退清', 'refunded'),
    settlements.some(({ voided_payment_id }) => voided_payment_id) &&
      say('收款已作廢，不必退款', 'the payment was voided, so nothing is refunded'),
    settlements.some(({ payment_id, voided_payment_id }) => !payment_id && !voided_payment_id) &&
      say('已由之後的費用抵銷', 'used up by a later charge'),
  ]
    .filter(Boolean)
    .join(say('；', '; '))
