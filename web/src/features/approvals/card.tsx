import type { Approval } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { dayAndTime } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { bracketed, nameOf, type Say, useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { nameOfField } from '../../ui/forms/changes/field-words.ts'
import { valueIn } from '../../ui/forms/changes/values.ts'
import { SubjectLink } from '../../ui/subject-link.tsx'
import { ApprovalWays } from './shared/ways.tsx'
import { kindOf, priceOf, statusOf } from './shared/words.ts'

const hues: Record<Approval['status'], string> = {
  waiting: 'turn-sales',
  approved: 'turn-done',
  declined: 'turn-over',
  withdrawn: 'turn-over',
}

/** One approval in words, with what the reader may do with it. */
export default function ApprovalCard({ approval }: { approval: Approval }) {
  const say = useSay()
  return (
    <Card
      title={kindOf(say, approval.kind)}
      about={`${approval.booking.booking_number} ${approval.id}`}
      aside={<span className={`badge more ${hues[approval.status]}`}>{statusOf(say, approval)}</span>}
    >
      <div className="within">
        <Facts facts={factsOf(say, approval)} />
        <ApprovalWays approval={approval} />
      </div>
    </Card>
  )
}

const factsOf = (say: Say, approval: Approval): Fact[] => {
  const { booking, about, reason, asker, decider, created_at, decided_at, note, currency } = approval
  const { price_before } = approval
  return [
    [
      say(...label.booking),
      <SubjectLink key="booking" subject={{ type: 'booking', id: booking.id }}>
        {booking.contact_name}・{booking.booking_number}
      </SubjectLink>,
    ],
    [say(...label.trip), booking.serial],
    [say(...label.about), about && nameOf(say, about)],
    ...asked(say, approval),
    [
      say('訂單總價', 'Total of the booking'),
      priceOf(approval) ?? `${price(price_before, currency)}${bracketed(say, say('不變', 'unchanged'))}`,
    ],
    [say(...label.reason), reason],
    [say(...label.asker), `${nameOf(say, asker)}・${dayAndTime(created_at)}`],
    [say(...label.decider), decider && decided_at && `${nameOf(say, decider)}・${dayAndTime(decided_at)}`],
    [say(...label.note), note],
  ]
}

/** What exactly is asked: each value with the label of its field. Ids are named by `about`. */
const asked = (say: Say, { params, birth_date, currency }: Approval): Fact[] => [
  ...(birth_date ? [[say(...label.birth_date), birth_date] as const] : []),
  ...Object.entries(params)
    .filter(([name, value]) => !name.endsWith('_id') && name !== 'currency' && value !== null)
    .sort(([one], [other]) => orderOf(one) - orderOf(other))
    .map(
      ([name, value]): Fact => [
        labelOf(say, name),
        amounts.includes(name) && typeof value === 'number'
          ? price(value, typeof params.currency === 'string' ? params.currency : currency)
          : valueIn(say, name, value),
      ],
    ),
]

// The service stores what is asked in no order.
const first = ['description', 'description_en', 'quantity', 'unit_price']
const orderOf = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length)

const amounts = ['unit_price', 'infant_price', 'fee', 'official_fees', 'proven_costs']

// A cancellation tells the customer a reason of its own.
const labelOf = (say: Say, name: string) =>
  name === 'reason' ? say('告知客戶的原因', 'Reason told to the customer') : nameOfField(say, name)
