import { useQuery } from '@tanstack/react-query'
import { listPlannedTrips, type PlannedTrip } from 'guidon-sdk'
import Route from '~icons/lucide/route'
import { guidon } from '../../kit/api.ts'
import { addDays, plainDay, today, weekdayName } from '../../kit/days.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { Empty, Loading } from '../../ui/empty.tsx'
import { SubjectLink } from '../../ui/subject-link.tsx'
import { nameOfTrip } from '../trips/shared/name.ts'
import { Seats } from '../trips/shared/seats.tsx'
import css from './page.module.css'

/** The trips that depart in the next days, without cancelled ones. */
export const Leaving = ({ days }: { days: number }) => {
  const say = useSay()
  const status = ['draft', 'open', 'guaranteed', 'closed'] satisfies PlannedTrip['status'][]
  const query = { status, from: today(), to: addDays(today(), days), per_page: 6, sort: 'departure_date' }
  const { data: page } = useQuery({
    queryKey: ['trips', 'leaving', days],
    queryFn: () => listPlannedTrips(guidon, query),
  })
  return (
    <section className="card" aria-labelledby="leaving">
      <header>
        <h2 id="leaving">{say('即將出發', 'Departing soon')}</h2>
      </header>
      {!page && <Loading />}
      {page?.data.length === 0 && <Empty icon={Route}>{say('沒有即將出發的團', 'No trips are about to depart')}</Empty>}
      <ul className={css.leaving}>
        {page?.data.map((trip) => (
          <Trip key={trip.id} trip={trip} />
        ))}
      </ul>
    </section>
  )
}

const Trip = ({ trip }: { trip: PlannedTrip }) => {
  const say = useSay()
  const { departure_date: day, assigned_leader: leader } = trip
  return (
    <li>
      <span className={css.date}>
        <b>{plainDay(day)}</b>
        <span className="tiny soft">{weekdayName(day)}</span>
      </span>
      <div>
        <p className={css.name}>
          <SubjectLink subject={{ type: 'planned_trip', id: trip.id }}>{nameOfTrip(say, trip)}</SubjectLink>
        </p>
        <p className={leader ? 'small soft' : 'small late'}>
          {leader ? nameOf(say, leader) : say('未派領隊', 'No leader')}
        </p>
      </div>
      <Seats {...trip} />
    </li>
  )
}
