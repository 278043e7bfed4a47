import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { proposeLeaders } from 'guidon-sdk'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import Shuffle from '~icons/lucide/shuffle'
import { guidon } from '../../../kit/api.ts'
import { addDays, type Day, monthName, today } from '../../../kit/days.ts'
import { useMe } from '../../../kit/me.ts'
import { addMonths } from '../../../kit/months.ts'
import { editsTrips } from '../../../kit/roles.ts'
import { plural, useSay } from '../../../kit/words.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { Empty, Loading } from '../../../ui/empty.tsx'
import { iconName } from '../../../ui/icon-name.ts'
import { Refused } from '../../../ui/refused.tsx'
import { Balance } from './balance.tsx'
import css from './proposal.module.css'
import { ProposalTable } from './table.tsx'
import { Unfilled } from './unfilled.tsx'

/** Leaders for all trips of a month: what the service proposes, and what the reader takes of it. */
export default function Proposal() {
  const { from, seed = 0 } = useSearch({ from: '/signed-in/leaders/proposal' })
  if (!editsTrips(useMe())) return <Navigate to="/leaders" replace />
  return <Month first={firstOf(from ?? addMonths(today(), 1))} seed={seed} />
}

const firstOf = (day: Day): Day => `${day.slice(0, 8)}01`

const Month = ({ first, seed }: { first: Day; seed: number }) => {
  const say = useSay()
  const asked = { from: first, to: addDays(addMonths(first, 1), -1), seed }
  // It stays as it was read until it is asked for again: rows must not change while somebody ticks them.
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['leader-proposal', asked],
    queryFn: () => proposeLeaders(guidon, asked),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  })
  return (
    <div className="page">
      <BackLink to="/leaders">{say('領隊排程', 'Schedule of leaders')}</BackLink>
      <header>
        <div>
          <h1>{say('排整月領隊', 'Leaders for the month')}</h1>
          <p className="soft small" role="status">
            {data &&
              say(
                `${data.rows.length + data.unfilled.length} 團未派領隊，可排 ${data.rows.length} 團`,
                `${plural(data.rows.length + data.unfilled.length, 'trip')} without a leader, ${data.rows.length} can be led`,
              )}
          </p>
        </div>
        <div className={`right ${css.month}`}>
          <Step from={addMonths(first, -1)} label={say('前一個月', 'Previous month')} icon={ChevronLeft} />
          <h2>{monthName(first)}</h2>
          <Step from={addMonths(first, 1)} label={say('後一個月', 'Next month')} icon={ChevronRight} />
          <Link
            className="button"
            to="/leaders/proposal"
            search={{ from: first, seed: seed + 1 }}
            replace
            disabled={isFetching}
          >
            <Shuffle width={16} height={16} />
            {say('換一種排法', 'Propose again')}
          </Link>
        </div>
      </header>
      <Refused error={error} />
      {!data && !error && <Loading />}
      {data && (
        <>
          <Card title={say('提案', 'Proposal')} count={data.rows.length}>
            {data.rows.length === 0 && (
              <Empty why="done">
                {data.unfilled.length
                  ? say('沒有一團排得出領隊', 'No trip has a leader who is free')
                  : say('這個月每一團都有領隊了', 'Every trip of this month has a leader')}
              </Empty>
            )}
            {data.rows.length > 0 && <ProposalTable key={keyOf(data.rows)} rows={data.rows} again={refetch} />}
          </Card>
          {data.unfilled.length > 0 && <Unfilled trips={data.unfilled} />}
          <Balance leaders={data.balance} />
        </>
      )}
    </div>
  )
}

/** Another proposal begins with all of its rows ticked. */
const keyOf = (rows: { planned_trip_id: number; tour_leader_id: number; version: number }[]) =>
  rows.map(({ planned_trip_id, tour_leader_id, version }) => `${planned_trip_id} ${tour_leader_id} ${version}`).join()

type StepProps = { from: Day; label: string; icon: typeof ChevronLeft }
const Step = ({ from, label, icon: Icon }: StepProps) => (
  <Link className="button plain square" to="/leaders/proposal" search={{ from }} {...iconName(label)}>
    <Icon width={18} height={18} />
  </Link>
)
