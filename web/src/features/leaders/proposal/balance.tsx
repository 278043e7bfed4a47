import type { PlannedTripProposeLeader } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { nameOf, plural, useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import css from './proposal.module.css'

type Leaders = PlannedTripProposeLeader['balance']

/** How many days each leader leads in the month, now and with the proposal. */
export const Balance = ({ leaders }: { leaders: Leaders }) => {
  const say = useSay()
  const most = Math.max(1, ...leaders.map(({ days_after }) => days_after))
  const leading = leaders.filter(({ days_after }) => days_after > 0).sort((a, b) => b.days_after - a.days_after)
  const idle = leaders.length - leading.length
  return (
    <Card title={say(...label.days_led)} aside={<Legend />}>
      <ul className={css.balance}>
        {leading.map(({ tour_leader, days_before, days_after }) => (
          <li key={tour_leader.id}>
            <span>{nameOf(say, tour_leader)}</span>
            <span className={css.bar} aria-hidden="true">
              <i style={{ width: `${(days_before / most) * 100}%` }} />
              <i className={css.added} style={{ width: `${((days_after - days_before) / most) * 100}%` }} />
            </span>
            <span className="small soft">
              {days_before === days_after
                ? say(`${days_after} 天`, plural(days_after, 'day'))
                : say(`${days_before} → ${days_after} 天`, `${days_before} → ${plural(days_after, 'day')}`)}
            </span>
          </li>
        ))}
      </ul>
      {idle > 0 && (
        <p className="within small soft">
          {say(`另有 ${idle} 位這個月沒有帶團`, `${plural(idle, 'leader')} without a trip this month`)}
        </p>
      )}
    </Card>
  )
}

const Legend = () => {
  const say = useSay()
  return (
    <p className={`${css.legend} tiny soft`}>
      <i /> {say('已指派', 'Assigned')}
      <i className={css.added} /> {say('提案', 'Proposed')}
    </p>
  )
}
