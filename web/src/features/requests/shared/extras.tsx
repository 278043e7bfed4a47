import { useQuery } from '@tanstack/react-query'
import { type AddonRequest, listAddonRequests } from 'guidon-sdk'
import MessagesSquare from '~icons/lucide/messages-square'
import { allOf } from '../../../kit/all-of.ts'
import { guidon } from '../../../kit/api.ts'
import { useMe } from '../../../kit/me.ts'
import { price } from '../../../kit/money.ts'
import { seesRequests } from '../../../kit/roles.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Empty, Loading } from '../../../ui/empty.tsx'
import { SubjectLink } from '../../../ui/subject-link.tsx'
import { amountOf } from './amount.ts'
import css from './extras.module.css'
import { NewRequestButton } from './new/button.tsx'
import type { Who } from './new/travelers.tsx'
import { TurnBadge } from './turn-badge.tsx'

type Props = {
  of: { booking_id: number } | { planned_trip_id: number }
  /** The travelers for whom an add-on can be requested here. */
  among?: readonly Who[]
}

/** The add-ons of a booking or a trip: traveler, status and price. */
export default function Extras({ of, among }: Props) {
  const say = useSay()
  const mayRead = seesRequests(useMe())
  const { data: extras } = useQuery({
    queryKey: ['requests', of],
    queryFn: () => allOf((at) => listAddonRequests(guidon, { ...of, sort: 'created_at', ...at })),
    enabled: mayRead,
  })
  if (!mayRead) return null
  return (
    <Card
      title={say('加購', 'Add-ons')}
      count={extras?.length || undefined}
      aside={among && <NewRequestButton among={among} className="button more" />}
    >
      {!extras && <Loading />}
      {extras?.length === 0 && <Empty icon={MessagesSquare}>{say('還沒有加購', 'No add-ons yet')}</Empty>}
      <ul className={css.extras}>
        {extras?.map((extra) => (
          <Extra key={extra.id} extra={extra} />
        ))}
      </ul>
    </Card>
  )
}

const Extra = ({ extra }: { extra: AddonRequest }) => {
  const say = useSay()
  const { id, type, quantity, traveler, request_number, currency, status } = extra
  return (
    <li className={status === 'cancelled' ? css.gone : ''}>
      <div className={css.subject}>
        <SubjectLink subject={{ type: 'addon_request', id }}>
          {nameOf(say, type)}
          {quantity > 1 && ` × ${quantity}`}
        </SubjectLink>
        <p className="small soft">
          {traveler.name}・{request_number}
        </p>
      </div>
      <TurnBadge row={extra} />
      <span className={css.amount}>{price(amountOf(extra), currency)}</span>
    </li>
  )
}
