import type { RefundOrder } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { refundWarningWords } from 'guidon-sdk/words'
import { dayAndTime } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { SubjectLink } from '../../ui/subject-link.tsx'
import RefundWays from '../bookings/shared/refunds/ways.tsx'
import { WaitingBadge } from './waiting-badge.tsx'

/** A refund that finance has ordered, with what to look at, and the decision in place. */
export default function RefundCard({ order }: { order: RefundOrder }) {
  const say = useSay()
  const { booking, payee, bank_code, account, amount, currency, warnings, asker, created_at } = order
  return (
    <Card title={say('退款', 'Refund')} about={`${booking.booking_number} ${order.id}`} aside={<WaitingBadge />}>
      <div className="within">
        <Facts
          facts={[
            [
              say(...label.booking),
              <SubjectLink key="booking" subject={{ type: 'booking', id: booking.id }}>
                {booking.contact_name}・{booking.booking_number}
              </SubjectLink>,
            ],
            [say(...label.trip), booking.trip.serial],
            [say(...label.amount), price(amount, currency)],
            [say(...label.payee), payee],
            [say(...label.account), account === null ? say('人工退款', 'By hand') : `${bank_code}-${account}`],
            [
              say('請注意', 'Look at'),
              warnings.length > 0 && (
                <span className="late">
                  {warnings.map((warning) => say(...refundWarningWords[warning])).join(say('；', '; '))}
                </span>
              ),
            ],
            [say(...label.asker), `${nameOf(say, asker)}・${dayAndTime(created_at)}`],
          ]}
        />
        <RefundWays order={order} />
      </div>
    </Card>
  )
}
