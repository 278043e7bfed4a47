import { useQuery } from '@tanstack/react-query'
import { getTripOnTheRoad } from 'guidon-sdk'
import { guidon } from '../../../kit/api.ts'
import { useSay } from '../../../kit/words.ts'
import { Loading } from '../../../ui/empty.tsx'
import { Papers } from '../../papers/shared/papers.tsx'
import type { Trip } from '../queries.ts'
import { Accounts } from './account.tsx'
import { DayNotes, RollCalls } from './entries.tsx'
import { Expenses } from './expenses.tsx'
import { Incidents } from './incidents.tsx'

/** What was written about a trip on the road, and what the office does with it. */
export default function OnTheRoad({ trip }: { trip: Trip }) {
  const say = useSay()
  const { id } = trip
  const { data: road } = useQuery({ queryKey: ['trips', id, 'road'], queryFn: () => getTripOnTheRoad(guidon, id) })
  if (!road) return <Loading />
  const { incidents, roll_calls, day_notes, expenses, advances, accounts } = road
  return (
    <div className="halves">
      <div className="column">
        {incidents && <Incidents trip={trip} incidents={incidents} />}
        {roll_calls && <RollCalls calls={roll_calls} />}
        {day_notes && <DayNotes notes={day_notes} />}
      </div>
      <div className="column">
        {accounts && <Accounts trip={trip} accounts={accounts} advances={advances ?? []} />}
        {expenses && <Expenses expenses={expenses} />}
        <Papers
          title={say('文件', 'Papers')}
          papers={[
            { words: ['出團報告', 'Report of the trip'], href: `/api/planned-trips/${id}/trip-report` },
            ...(accounts
              ? [
                  {
                    words: ['領隊帳', 'Account of the leader'] as const,
                    href: `/api/planned-trips/${id}/leader-account/paper`,
                  },
                ]
              : []),
          ]}
        />
      </div>
    </div>
  )
}
