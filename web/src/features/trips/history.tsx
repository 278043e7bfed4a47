import type { PlannedTripLeaderHistory, PlannedTripStatusHistory } from 'guidon-sdk'
import { tripStatusWords } from 'guidon-sdk/words'
import HistoryIcon from '~icons/lucide/history'
import { useMe } from '../../kit/me.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { Ago } from './ago.tsx'
import css from './history.module.css'
import { Publications } from './publications.tsx'
import { type Trip, useLeaderHistory, useStatusHistory } from './queries.ts'
import { TripBadge } from './shared/badge.tsx'

/** The steps of the trip with their reasons, its leaders, and what customers saw of it. */
export default function History({ trip }: { trip: Trip }) {
  const say = useSay()
  const me = useMe()
  const leaders = useLeaderHistory(trip.id, me)
  const steps = useStatusHistory(trip.id, me)
  return (
    <div className="halves">
      <Card title={say('狀態異動', 'Status changes')} count={steps?.length}>
        {!steps && <Loading />}
        {steps?.length === 0 && <Empty icon={HistoryIcon}>{say('還沒有異動', 'No status changes yet')}</Empty>}
        <ul className={css.history}>
          {steps?.map((each) => (
            <Step key={each.id} step={each} />
          ))}
        </ul>
      </Card>
      <Card title={say('領隊異動', 'Leader changes')} count={leaders?.length}>
        {!leaders && <Loading />}
        {leaders?.length === 0 && <Empty icon={HistoryIcon}>{say('沒有異動', 'No changes')}</Empty>}
        <ul className={css.history}>
          {leaders?.map((each) => (
            <LeaderChange key={each.id} change={each} />
          ))}
        </ul>
      </Card>
      <Publications trip={trip.id} />
    </div>
  )
}

/** Checks that a step can override. */
const obstacles: Record<string, Words> = {
  day: ['日期未到或已過', 'the date'],
  handover: ['交接未完成', 'a handover'],
  bookings: ['訂單仍保留或候補', 'bookings that are held'],
  balances: ['款項未收齊', 'balances'],
  refunds: ['應退未退', 'refunds'],
}

const Step = ({ step }: { step: PlannedTripStatusHistory }) => {
  const say = useSay()
  const { from_status, to_status, reason, changed_by_name, created_at, in_spite_of } = step
  const ignored = in_spite_of.map((kind) => say(...(obstacles[kind] ?? [kind, kind]))).join(say('、', ', '))
  return (
    <li>
      <p className="line">
        <span className="soft">{say(...tripStatusWords[from_status])} →</span>
        <TripBadge status={to_status} />
      </p>
      <p className="small soft">
        {changed_by_name && `${changed_by_name}・`}
        <Ago at={created_at} />
      </p>
      {reason && <p className="small">{reason}</p>}
      {ignored && <p className="small late">{say(`仍未完成：${ignored}`, `Still open: ${ignored}`)}</p>}
    </li>
  )
}

const LeaderChange = ({ change }: { change: PlannedTripLeaderHistory }) => {
  const say = useSay()
  const { duty, leader_name, changed_by_name, reason, is_override, created_at } = change
  return (
    <li>
      <b>{leader_name ?? say('取消指派', 'Unassigned')}</b>
      <p className="small soft">
        {duty === 'briefing' ? say('說明會', 'Briefing') : say('帶團', 'Leads')}
        {changed_by_name && `・${changed_by_name}`}・<Ago at={created_at} />
      </p>
      {reason && <p className={is_override ? 'small late' : 'small'}>{reason}</p>}
    </li>
  )
}
