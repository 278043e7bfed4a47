import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ListTripCalendarQuery, listTripCalendar, type PlannedTripCalendar } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { type Day, daysBetween, span, today } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { assignsLeaders } from '../../kit/roles.ts'
import { bracketed, nameOf, plural, useSay } from '../../kit/words.ts'
import { BarWords } from './bar-words.tsx'
import css from './board.module.css'
import type { ScheduleFilter } from './search.ts'

/** Thirteen weeks. */
export const DAYS = 91

/** The columns between two days of a board that begins with a day, if any of them is in sight. */
export const columnsOf = (from: Day, starts_on: Day, ends_on: Day) => {
  const start = Math.max(0, daysBetween(from, starts_on))
  const end = Math.min(DAYS, daysBetween(from, ends_on) + 1)
  return end > start ? `${start + 1} / ${end + 1}` : undefined
}

export type UnledTrip = PlannedTripCalendar

/** The trips without a leader that are still to depart. */
export const useUnled = ({ from, to, area_id }: { from: Day; to: Day; area_id?: number }): UnledTrip[] => {
  const query: ListTripCalendarQuery = {
    from: from > today() ? from : today(),
    to,
    missing_leader: true,
    status: ['draft', 'open', 'guaranteed', 'closed'],
    ...(area_id && { area_id }),
  }
  const { data = [] } = useQuery({
    queryKey: ['trips', 'unled', query],
    queryFn: () => listTripCalendar(guidon, query),
    placeholderData: keepPreviousData,
    enabled: assignsLeaders(useMe()) && to >= today(),
  })
  // A trip whose leader is away is on the line of this leader.
  return data.filter(({ assigned_leader }) => !assigned_leader)
}

/** The trips that wait for a leader: to be dragged onto the line of one, or pressed to choose one from a list. */
export const Unled = ({ trips, from, filter }: { trips: UnledTrip[]; from: Day; filter: ScheduleFilter }) => {
  const say = useSay()
  const title = say('尚未派領隊', 'Without a leader')
  return (
    <section className={`line ${css.unled}`} aria-label={title}>
      <div className={css.who}>
        <b>{title}</b>
        <span className="tiny soft">{say(`${trips.length} 團`, plural(trips.length, 'trip'))}</span>
      </div>
      <div className={css.track}>
        {inRows(trips).map(({ trip, row }) => (
          <Trip key={trip.id} trip={trip} row={row} from={from} filter={filter} />
        ))}
      </div>
    </section>
  )
}

/** The first row of each trip in which no other trip is in its way. */
const inRows = (trips: UnledTrip[]) => {
  const ends: Day[] = []
  return trips.map((trip) => {
    const free = ends.findIndex((end) => end < trip.departure_date)
    const row = free === -1 ? ends.length : free
    ends[row] = trip.return_date
    return { trip, row: row + 1 }
  })
}

type TripProps = { trip: UnledTrip; row: number; from: Day; filter: ScheduleFilter }

const Trip = ({ trip, row, from, filter }: TripProps) => {
  const say = useSay()
  const { id, serial, departure_date, return_date } = trip
  const days = bracketed(say, span(departure_date, return_date))
  return (
    <Link
      className={`${css.block} ${css.waiting}`}
      style={{ gridColumn: columnsOf(from, departure_date, return_date), gridRow: row }}
      to="/leaders"
      search={{ ...filter, trip: id }}
      resetScroll={false}
      title={`${serial} ${nameOf(say, trip)}${days}`}
      data-trip={id}
    >
      <b>
        <BarWords title={`${serial} ${nameOf(say, trip)}`} day={departure_date} />
      </b>
      <span className="unseen">{say('，選領隊', ', choose a leader')}</span>
    </Link>
  )
}
