import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { type PlannedTripProposeLeaderInput, proposeLeaders } from 'guidon-sdk'
import type { ReactNode } from 'react'
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

/** Leaders for all trips of a month, or for chosen ones: what the service proposes, and what the reader takes of it. */
export default function Proposal() {
  const say = useSay()
  const { from, trips, seed = 0 } = useSearch({ from: '/signed-in/leaders/proposal' })
  const isEditor = editsTrips(useMe())
  const first = firstOf(from ?? addMonths(today(), 1))
  const again = <Again search={trips ? { trips } : { from: first }} seed={seed} />
  if (!isEditor) return <Navigate to="/leaders" replace />
  if (trips)
    return (
      <Proposed
        asked={{ ids: trips.split(',').map(Number), seed }}
        title={say('排所選團的領隊', 'Leaders for the chosen trips')}
        done={say('這些團都有領隊了', 'Every one of these trips has a leader')}
        beside={again}
      />
    )
  return (
    <Proposed
      asked={{ from: first, to: addDays(addMonths(first, 1), -1), seed }}
      title={say('排整月領隊', 'Leaders for the month')}
      done={say('這個月每一團都有領隊了', 'Every trip of this month has a leader')}
      beside={
        <>
          <Step from={addMonths(first, -1)} label={say('前一個月', 'Previous month')} icon={ChevronLeft} />
          <h2>{monthName(first)}</h2>
          <Step from={addMonths(first, 1)} label={say('後一個月', 'Next month')} icon={ChevronRight} />
          {again}
        </>
      }
    />
  )
}

/** Another way: the next of the proposals. */
const Again = ({ search, seed }: { search: { trips: string } | { from: Day }; seed: number }) => {
  const say = useSay()
  return (
    <Link className="button" to="/leaders/proposal" search={{ ...search, seed: seed + 1 }} replace>
      <Shuffle width={16} height={16} />
      {say('換一種排法', 'Propose again')}
    </Link>
  )
}

const firstOf = (day: Day): Day => `${day.slice(0, 8)}01`

type ProposedProps = { asked: PlannedTripProposeLeaderInput; title: string; done: string; beside: ReactNode }

const Proposed = ({ asked, title, done, beside }: ProposedProps) => {
  const say = useSay()
  // It stays as it was read until it is asked for again: rows must not change while somebody ticks them.
  const { data, error, refetch } = useQuery({
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
          <h1>{title}</h1>
          <p className="soft small" role="status">
            {data &&
              say(
                `${data.rows.length + data.unfilled.length} 團未派領隊，可排 ${data.rows.length} 團`,
                `${plural(data.rows.length + data.unfilled.length, 'trip')} without a leader, ${data.rows.length} can be led`,
              )}
          </p>
        </div>
        <div className={`right ${css.month}`}>{beside}</div>
      </header>
      <Refused error={error} />
      {!data && !error && <Loading />}
      {data && (
        <>
          <Card title={say('提案', 'Proposal')} count={data.rows.length}>
            {data.rows.length === 0 && (
              <Empty why="done">
                {data.unfilled.length ? say('沒有一團排得出領隊', 'No trip has a leader who is free') : done}
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
