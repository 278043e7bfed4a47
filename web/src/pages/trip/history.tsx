import type { PlannedTripHandover, PlannedTripLeaderHistory } from 'guidon-sdk'
import { dayAndTime, fromNow } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { Card } from '../../parts/card.tsx'
import { Empty, Loading } from '../../parts/empty.tsx'
import { type Trip, useHandovers, useLeaderHistory } from './queries.ts'

/** Who led it when, and what was handed over to whom. */
export default function History({ trip }: { trip: Trip }) {
  const say = useSay()
  const me = useMe()
  const leaders = useLeaderHistory(trip.id, me)
  const handovers = useHandovers(trip.id, me)
  return (
    <div className="halves">
      <Card title={say('交接', 'Handovers')} count={handovers?.length}>
        {!handovers && <Loading />}
        {handovers?.length === 0 && <Empty>{say('還沒有交接', 'Nothing was handed over')}</Empty>}
        <ul className="history">
          {handovers?.map((each) => (
            <Handover key={each.id} handover={each} />
          ))}
        </ul>
      </Card>
      <Card title={say('領隊異動', 'Changes of leader')} count={leaders?.length}>
        {!leaders && <Loading />}
        {leaders?.length === 0 && <Empty>{say('沒有異動', 'No changes')}</Empty>}
        <ul className="history">
          {leaders?.map((each) => (
            <LeaderChange key={each.id} change={each} />
          ))}
        </ul>
      </Card>
    </div>
  )
}

const LeaderChange = ({ change }: { change: PlannedTripLeaderHistory }) => {
  const say = useSay()
  const { duty, leader_name, changed_by_name, reason, is_override, created_at } = change
  return (
    <li>
      <b>{leader_name ?? say('取消指派', 'Nobody')}</b>
      <p className="small soft">
        {duty === 'briefing' ? say('說明會', 'Briefing') : say('帶團', 'Leads')}
        {changed_by_name && `・${changed_by_name}`}・<Moment at={created_at} />
      </p>
      {reason && <p className={is_override ? 'small late' : 'small'}>{reason}</p>}
    </li>
  )
}

const kinds: Record<PlannedTripHandover['kind'], Words> = {
  sales_to_op: ['業務交給 OP', 'Sales to operations'],
  op_to_leader: ['OP 交給領隊', 'Operations to the leader'],
  leader_to_op: ['領隊交回 OP', 'The leader to operations'],
}
const states: Record<PlannedTripHandover['status'], Words> = {
  pending: ['待接收', 'To be accepted'],
  accepted: ['已接收', 'Accepted'],
  returned: ['退回', 'Returned'],
}

const Handover = ({ handover }: { handover: PlannedTripHandover }) => {
  const say = useSay()
  const { kind, from_user, to_user, items, note, status, created_at } = handover
  const done = items.filter((item) => item.done).length
  return (
    <li>
      <p className="line">
        <b>{say(...kinds[kind])}</b>
        <span className={`badge ${status === 'accepted' ? 'turn-done' : 'turn-department'}`}>
          {say(...states[status])}
        </span>
      </p>
      <p className="small soft">
        {from_user} → {to_user}・<Moment at={created_at} />
        {items.length > 0 && say(`・${done}/${items.length} 項`, `・${done} of ${items.length} items`)}
      </p>
      {note && <p className="small">{note}</p>}
    </li>
  )
}

const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={dayAndTime(at)}>
    {fromNow(at)}
  </time>
)
