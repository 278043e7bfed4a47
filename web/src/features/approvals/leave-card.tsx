import { approveLeaderUnavailability } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { firmnessWords } from 'guidon-sdk/words'
import { dayAndTime } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import { SubjectLink } from '../../ui/subject-link.tsx'
import { ClashList } from '../leaders/shared/clash-list.tsx'
import { isInConflict, spanOf } from '../leaders/shared/leave.ts'
import { changes, type Waiting } from './shared/words.ts'
import { WaitingBadge } from './waiting-badge.tsx'

const AnswerSheet = lazy(() => import('../leaders/shared/answer-sheet.tsx'))

type Props = { row: Waiting; leave: NonNullable<Waiting['leader_unavailability']> }

/** Days off that a leader requests, with what else the leader has on these days, and the decision in place. */
export const LeaveCard = ({ row, leave }: Props) => {
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
        {possible.length > 0 && <Ways row={row} leave={leave} />}
      </div>
    </Card>
  )
}

const Ways = ({ row: { possible, about }, leave }: Props) => {
  const { id, version } = leave
  const called = [about.name, about.name_en ?? about.name] as const
  return (
    <div className="ways">
      {possible.includes('approve') &&
        (isInConflict(leave) ? (
          <OpenButton words={['核准…', 'Approve…']} about={called} className="button">
            {(close) => <AnswerSheet leave={leave} isYes close={close} />}
          </OpenButton>
        ) : (
          <ActButton
            words={['核准', 'Approve']}
            act={(guidon) => approveLeaderUnavailability(guidon, id, {}, { version })}
            says={['已核准，會通知領隊', 'Approved; the leader is told']}
            changes={changes}
            about={about.name}
          />
        ))}
      {possible.includes('decline') && (
        <OpenButton words={['不核准…', 'Decline…']} about={called} className="button">
          {(close) => <AnswerSheet leave={leave} close={close} />}
        </OpenButton>
      )}
    </div>
  )
}
