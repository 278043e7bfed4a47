import { useQuery } from '@tanstack/react-query'
import { approveLeaderUnavailability, type LeaderUnavailability, listLeaderUnavailabilities } from 'guidon-sdk'
import { unavailabilityStatusWords, unavailabilityTypeWords } from 'guidon-sdk/words'
import { Suspense, useState } from 'react'
import CalendarDays from '~icons/lucide/calendar-days'
import { guidon } from '../../kit/api.ts'
import { daysBetween, today } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { editsLeaders } from '../../kit/roles.ts'
import { bracketed, plural, useSay } from '../../kit/words.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { asksForLeave, isOwn, mayDecide } from './access.ts'
import { answerHues } from './leave-status.ts'
import css from './one.module.css'
import type { Leader } from './profile/leader.ts'
import { ClashList } from './shared/clash-list.tsx'
import { changed, isInConflict, spanOf } from './shared/leave.ts'

const LeaveSheet = lazy(() => import('./leave-sheet.tsx'))
const AnswerSheet = lazy(() => import('./shared/answer-sheet.tsx'))

type Open =
  | 'new'
  | { change: LeaderUnavailability }
  | { approve: LeaderUnavailability }
  | { decline: LeaderUnavailability }

/** Days off: pending, answered and past ones. */
export default function Leave({ leader }: { leader: Leader }) {
  const say = useSay()
  const me = useMe()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const { data } = useQuery({
    queryKey: ['leave', leader.id],
    queryFn: () => listLeaderUnavailabilities(guidon, { tour_leader_id: leader.id, per_page: 100 }),
  })
  const mayEnter = editsLeaders(me) || isOwn(me, leader)
  const rows = data?.data ?? []
  const past = rows.filter(isOver)
  const toCome = rows.filter((each) => !isOver(each)).toReversed()
  return (
    <>
      <Card
        title={say('休假', 'Days off')}
        count={data && toCome.length}
        aside={
          mayEnter && (
            <button type="button" className="button more" onClick={() => setOpen('new')}>
              {asksForLeave(me, leader) ? say('請假…', 'Request days off…') : say('登記休假…', 'Enter days off…')}
            </button>
          )
        }
      >
        {!data && <Loading />}
        {data && toCome.length === 0 && (
          <Empty icon={CalendarDays}>{say('沒有安排休假', 'No days off are planned')}</Empty>
        )}
        <Rows rows={toCome} open={setOpen} />
      </Card>
      {past.length > 0 && (
        <Card title={say('過去與取消的', 'Past and cancelled')} count={past.length}>
          <Rows rows={past} open={setOpen} />
        </Card>
      )}
      <Suspense>
        {open === 'new' && <LeaveSheet leader={leader.id} close={close} />}
        {typeof open === 'object' && 'change' in open && (
          <LeaveSheet leader={leader.id} leave={open.change} close={close} />
        )}
        {typeof open === 'object' && 'approve' in open && <AnswerSheet leave={open.approve} isYes close={close} />}
        {typeof open === 'object' && 'decline' in open && <AnswerSheet leave={open.decline} close={close} />}
      </Suspense>
    </>
  )
}

const isOver = ({ status, ends_on }: LeaderUnavailability) =>
  status === 'cancelled' || status === 'rejected' || ends_on < today()

type RowsProps = { rows: LeaderUnavailability[]; open: (open: Open) => void }

const Rows = ({ rows, open }: RowsProps) => (
  <ul className={css.leave}>
    {rows.map((each) => (
      <Row key={each.id} leave={each} open={open} />
    ))}
  </ul>
)

const Row = ({ leave, open }: { leave: LeaderUnavailability; open: RowsProps['open'] }) => {
  const say = useSay()
  const { type, starts_on, ends_on, status, firmness, reason, decision_note, conflicts } = leave
  const days = daysBetween(starts_on, ends_on) + 1
  return (
    <li className={isOver(leave) ? css.over : ''}>
      <div className={css.what}>
        <p className="line">
          <b>{spanOf(leave)}</b>
          <span className="small soft">{say(`${days} 天`, plural(days, 'day'))}</span>
          <span className={`badge ${answerHues[status]}`}>{say(...unavailabilityStatusWords[status])}</span>
        </p>
        <p className="small soft">
          {say(...unavailabilityTypeWords[type])}
          {firmness === 'tentative' && bracketed(say, say('暫定', 'tentative'))}
          {reason && `・${reason}`}
        </p>
        {decision_note && <p className="small">{say(`回覆：${decision_note}`, `Answer: ${decision_note}`)}</p>}
        {!isOver(leave) && conflicts.length > 0 && <ClashList clashes={conflicts} />}
      </div>
      <Ways leave={leave} open={open} />
    </li>
  )
}

const Ways = ({ leave, open }: { leave: LeaderUnavailability; open: RowsProps['open'] }) => {
  const say = useSay()
  const me = useMe()
  const isAsked = leave.status === 'requested'
  const mayChange = editsLeaders(me)
    ? isAsked || leave.status === 'approved'
    : isOwn(me, { id: leave.tour_leader_id }) && isAsked
  const isBlocked = isInConflict(leave)
  return (
    <div className="ways">
      {isAsked && mayDecide(me) && isBlocked && (
        <button type="button" className="button" onClick={() => open({ approve: leave })}>
          {say('核准…', 'Approve…')}
        </button>
      )}
      {isAsked && editsLeaders(me) && !isBlocked && (
        <ActButton
          words={['核准', 'Approve']}
          isMain
          act={(guidon) => approveLeaderUnavailability(guidon, leave.id, {})}
          says={['已核准', 'Approved']}
          changes={changed}
        />
      )}
      {isAsked && editsLeaders(me) && (
        <button type="button" className="button" onClick={() => open({ decline: leave })}>
          {say('不核准…', 'Decline…')}
        </button>
      )}
      {(mayChange || editsLeaders(me)) && (
        <button type="button" className="button" onClick={() => open({ change: leave })}>
          {say('修改…', 'Edit…')}
        </button>
      )}
    </div>
  )
}
