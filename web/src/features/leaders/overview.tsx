import { useQuery } from '@tanstack/react-query'
import { addDays, daysBetween, span, today } from '../../kit/days.ts'
import { plural, useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FeedbackAverages } from '../feedback/shared/averages.tsx'
import { Agenda } from './agenda.tsx'
import type { Leader } from './profile/leader.ts'
import { Profile } from './profile-card.tsx'
import { type Line, readSchedule } from './schedule.ts'

/** The leader's assignments in the next half year, the free days, and the profile. */
export const Overview = ({ leader }: { leader: Leader }) => {
  const say = useSay()
  const query = { leader_id: leader.id, from: addDays(today(), -14), to: addDays(today(), 180) }
  const { data: lines } = useQuery({ queryKey: ['schedule', query], queryFn: () => readSchedule(query) })
  const line = lines?.[0]
  return (
    <div className="halves">
      <Card title={say('接下來半年', 'The next half year')}>
        {line ? <Agenda blocks={line.blocks} /> : <Loading />}
      </Card>
      <div className="column">
        <Profile leader={leader} />
        {line && <Free free={line.free} />}
        <FeedbackAverages of={{ tour_leader_id: leader.id }} />
      </div>
    </div>
  )
}

/** The remaining free days, from today. */
const Free = ({ free }: { free: Line['free'] }) => {
  const say = useSay()
  const left = free.filter(({ ends_on }) => ends_on >= today())
  return (
    <Card title={say('空檔', 'Free')}>
      <div className="within">
        <Facts
          facts={left.map(({ starts_on, ends_on }) => {
            const first = starts_on < today() ? today() : starts_on
            const days = daysBetween(first, ends_on) + 1
            return [span(first, ends_on), say(`${days} 天`, plural(days, 'day'))]
          })}
        />
      </div>
    </Card>
  )
}
