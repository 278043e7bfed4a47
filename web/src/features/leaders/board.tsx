import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import Flag from '~icons/lucide/flag'
import { addDays, span, today } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { editsLeaders, editsTrips, isStaff } from '../../kit/roles.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { iconName } from '../../ui/icon-name.ts'
import { FilterBar } from '../../ui/lists/filter-bar.tsx'
import { byArea } from '../reference/shared/filters.tsx'
import { Agenda } from './agenda.tsx'
import css from './board.module.css'
import ChooseSheet from './choose-sheet.tsx'
import { Clashes } from './clashes.tsx'
import { Gantt } from './gantt.tsx'
import { Legend } from './legend.tsx'
import { readSchedule } from './schedule.ts'
import type { ScheduleFilter } from './search.ts'
import { DAYS, useUnled } from './unled.tsx'

const ProfileSheet = lazy(() => import('./profile/sheet.tsx'))

/** The time of all leaders; a leader gets the own page instead. */
export default function Leaders() {
  const me = useMe()
  const { tour_leader_id } = me
  if (!isStaff(me) && tour_leader_id !== null)
    return <Navigate to="/leaders/$id" params={{ id: String(tour_leader_id) }} replace />
  return <Schedule />
}

/** A quarter at a time: who leads what, who rests, what clashes. */
const Schedule = () => {
  const say = useSay()
  const filter = useSearch({ from: '/signed-in/leaders' })
  const from = mondayOf(filter.from ?? addDays(today(), -7))
  const navigate = useNavigate()
  const query = { from, to: addDays(from, DAYS - 1), ...(filter.area_id && { area_id: filter.area_id }) }
  const { data: lines } = useQuery({
    queryKey: ['schedule', query],
    queryFn: () => readSchedule({ ...query, brief: true }),
    placeholderData: keepPreviousData,
  })
  const trips = useUnled(query)
  const only = lines?.length === 1 ? lines[0] : undefined
  return (
    <div className={`page ${css.schedule}`}>
      <Head filter={filter} from={from} />
      {lines && <Clashes lines={lines} />}
      <Card
        title={only ? nameOf(say, only.tour_leader) : say('排程', 'Schedule')}
        count={only ? undefined : lines?.length}
        aside={!only && <Aside />}
      >
        {!lines && <Loading />}
        {lines?.length === 0 && <Empty icon={Flag}>{say('沒有領隊', 'No leaders')}</Empty>}
        {only && <Agenda blocks={only.blocks} />}
        {lines && lines.length > 1 && <Gantt lines={lines} trips={trips} from={from} filter={filter} />}
      </Card>
      {filter.trip && (
        <ChooseSheet
          id={filter.trip}
          close={() => navigate({ to: '/leaders', search: { ...filter, trip: undefined }, replace: true })}
        />
      )}
    </div>
  )
}

/** Weeks begin on Monday here, so that the weekends stand together. */
const mondayOf = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

const Head = ({ filter, from }: { filter: ScheduleFilter; from: string }) => {
  const say = useSay()
  return (
    <header>
      <h1>{say('領隊', 'Leaders')}</h1>
      <div className={css.month}>
        <Step
          filter={{ ...filter, from: addDays(from, -28) }}
          label={say('前四週', 'Previous four weeks')}
          icon={ChevronLeft}
        />
        <h2>{span(from, addDays(from, DAYS - 1))}</h2>
        <Step
          filter={{ ...filter, from: addDays(from, 28) }}
          label={say('後四週', 'Next four weeks')}
          icon={ChevronRight}
        />
        <Link className="button" to="/leaders" search={{ ...filter, from: undefined }}>
          {say('今天', 'Today')}
        </Link>
      </div>
      <div className="right">
        <FilterBar search={filter} filters={[{ of: 'area_id', ...byArea }]} />
        <NewLeader />
      </div>
    </header>
  )
}

const Aside = () => {
  const say = useSay()
  const isPlanner = editsTrips(useMe())
  return (
    <>
      <Legend />
      {isPlanner && (
        <Link className="button more" to="/leaders/proposal">
          {say('排整月領隊', 'Propose leaders for the month')}
        </Link>
      )}
    </>
  )
}

const NewLeader = () => {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  if (!editsLeaders(useMe())) return null
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {say('新增領隊', 'New leader')}
      </button>
      {isOpen && (
        <Suspense>
          <ProfileSheet close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

type StepProps = { filter: ScheduleFilter; label: string; icon: typeof ChevronLeft }
const Step = ({ filter, label, icon: Icon }: StepProps) => (
  <Link className="button plain square" to="/leaders" search={filter} {...iconName(label)}>
    <Icon width={18} height={18} />
  </Link>
)
