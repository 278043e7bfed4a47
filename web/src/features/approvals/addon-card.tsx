import * as label from 'guidon-sdk/labels'
import { dayAndTime, shortDay } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { SubjectLink } from '../../ui/subject-link.tsx'
import { AddonWays } from './shared/ways.tsx'
import type { Waiting } from './shared/words.ts'
import { WaitingBadge } from './waiting-badge.tsx'

type Props = { row: Waiting; request: NonNullable<Waiting['addon_request']> }

/** An add-on whose type needs an approval, with the decision in place. */
export default function AddonCard({ row, request }: Props) {
  const say = useSay()
  const { title, title_en, number, subject, about, reason, asker, created_at, possible } = row
  const { quantity, trip, needed_by, estimated_cost, currency } = request
  return (
    <Card title={say(title, title_en)} about={number} aside={<WaitingBadge />}>
      <div className="within">
        <Facts
          facts={[
            [
              say(...label.addon_request),
              <SubjectLink key="request" subject={subject}>
                {about.name}・{number}
              </SubjectLink>,
            ],
            [say(...label.trip), trip.serial],
            [say(...label.quantity), quantity],
            [say(...label.needed_by), needed_by && shortDay(needed_by)],
            [
              say('價格', 'Price'),
              estimated_cost === null
                ? say('核准後由部門報價', 'Quoted by the department once it is approved')
                : price(estimated_cost, currency),
            ],
            [say(...label.reason), reason],
            [
              say(...label.asker),
              `${asker ? nameOf(say, asker) : say('客戶', 'The customer')}・${dayAndTime(created_at)}`,
            ],
          ]}
        />
        {possible.length > 0 && <AddonWays request={request} />}
      </div>
    </Card>
  )
}
