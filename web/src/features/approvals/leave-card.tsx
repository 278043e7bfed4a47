import * as label from 'guidon-sdk/labels'
import { firmnessWords } from 'guidon-sdk/words'
import { dayAndTime } from '../../kit/days.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { SubjectLink } from '../../ui/subject-link.tsx'
import { ClashList } from '../leaders/shared/clash-list.tsx'
import { spanOf } from '../leaders/shared/leave.ts'
import { LeaveWays } from './shared/ways.tsx'
import type { Waiting } from './shared/words.ts'
import { WaitingBadge } from './waiting-badge.tsx'

type Props = { row: Waiting; leave: NonNullable<Waiting['leader_unavailability']> }

/** Days off that a leader requests, with what else the leader has on these days, and the decision in place. */
export default function LeaveCard({ row, leave }: Props) {
  const say = useSay()
  const { title, title_en, number, subject, about, reason, asker, created_at, possible } = row
  return (
    <Card title={say(title, title_en)} about={`${number} ${leave.starts_on}`} aside={<WaitingBadge />}>
      <div className="within">
        <Facts
          facts={[
            [
              say(...label.tour_leader),
              <SubjectLink key="leader" subject={subject}>
                {nameOf(say, about)}・{number}
              </SubjectLink>,
            ],
            [say('日期', 'Days'), spanOf(leave)],
            [say(...label.firmness), say(...firmnessWords[leave.firmness])],
            [say(...label.reason), reason],
            [say(...label.asker), asker && `${nameOf(say, asker)}・${dayAndTime(created_at)}`],
          ]}
        />
        {leave.conflicts.length > 0 && <ClashList clashes={leave.conflicts} />}
        {possible.length > 0 && <LeaveWays row={row} leave={leave} />}
      </div>
    </Card>
  )
}
