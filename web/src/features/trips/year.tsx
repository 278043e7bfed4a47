import { Link } from '@tanstack/react-router'
import type { PlannedTripCalendar } from 'guidon-sdk'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import { addDays, monthName, shortDay, today } from '../../kit/days.ts'
import { nameOf, plural, useSay } from '../../kit/words.ts'
import { Loading } from '../../ui/empty.tsx'
import { iconName } from '../../ui/icon-name.ts'
import css from './list.module.css'
import { useYear } from './queries.ts'
import type { TripFilter } from './search.ts'

/** A year of departures on one page: each day links to its trips, each month to its list. */
export const Year = ({ filter, year }: { filter: TripFilter; year: number }) => {
  const say = useSay()
  const { data } = useYear(filter, year)
  if (!data) return <Loading />
  const byDay = Map.groupBy(data, ({ departure_date }) => departure_date)
  const months = Array.from({ length: 12 }, (_, nth) => `${year}-${String(nth + 1).padStart(2, '0')}`)
  return (
    <>
      <div className={css.yearHead}>
        <Step filter={{ ...filter, year: year - 1 }} label={say('前一年', 'Previous year')} icon={ChevronLeft} />
        <h2>{say(`${year} 年`, String(year))}</h2>
        <Step filter={{ ...filter, year: year + 1 }} label={say('後一年', 'Next year')} icon={ChevronRight} />
        <p className="soft small" role="status">
          {say(`${data.length} 團`, plural(data.length, 'trip'))}
        </p>
        <Legend />
      </div>
      <div className={css.year}>
        {months.map((month) => (
          <Month key={month} month={month} byDay={byDay} filter={filter} />
        ))}
      </div>
    </>
  )
}

type StepProps = { filter: TripFilter; label: string; icon: typeof ChevronLeft }
const Step = ({ filter, label, icon: Icon }: StepProps) => (
  <Link className="button plain square" to="/trips" search={filter} {...iconName(label)}>
    <Icon width={18} height={18} />
  </Link>
)

const Legend = () => {
  const say = useSay()
  return (
    <p className={`${css.legend} tiny soft`}>
      <i className={css.some} /> {say('有團出發', 'Departures')}
      <i className={`${css.some} ${css.full}`} /> {say('額滿', 'Full')}
      <i className={`${css.some} ${css.lacks}`} /> {say('有團未派領隊', 'No leader assigned')}
    </p>
  )
}

type ByDay = Map<string, PlannedTripCalendar[]>

const Month = ({ month, byDay, filter }: { month: string; byDay: ByDay; filter: TripFilter }) => {
  const say = useSay()
  const days = daysOf(month)
  const trips = days.flatMap((day) => byDay.get(day) ?? [])
  const free = trips.reduce((sum, { status, seats }) => sum + (status === 'cancelled' ? 0 : seats.remaining), 0)
  return (
    <section className={`card ${css.monthCard}`} aria-label={monthName(`${month}-01`)}>
      <header>
        <Link to="/trips" search={tableOf(filter, days[0], days.at(-1))}>
          <h3>{monthName(`${month}-01`)}</h3>
        </Link>
        <span className="tiny soft">
          {trips.length > 0 &&
            say(`${trips.length} 團・餘 ${free} 位`, `${plural(trips.length, 'trip')}, ${plural(free, 'seat')} left`)}
        </span>
      </header>
      <ol className={css.daysOfMonth}>
        {days.map((day, nth) => (
          <Day
            key={day}
            day={day}
            column={nth === 0 ? weekday(day) + 1 : undefined}
            trips={byDay.get(day)}
            filter={filter}
          />
        ))}
      </ol>
    </section>
  )
}

type DayProps = {
  day: string
  column: number | undefined
  trips: PlannedTripCalendar[] | undefined
  filter: TripFilter
}

const Day = ({ day, column, trips, filter }: DayProps) => {
  const say = useSay()
  const alive = trips?.filter(({ status }) => status !== 'cancelled') ?? []
  const isNow = day === today()
  const cell = column ? { gridColumnStart: column } : undefined
  if (!alive.length)
    return (
      <li className={isNow ? css.now : undefined} style={cell}>
        {Number(day.slice(8))}
      </li>
    )
  const names = alive.map((trip) => `${trip.serial} ${nameOf(say, trip)}`).join('\n')
  return (
    <li className={isNow ? css.now : undefined} style={cell}>
      <Link className={classOf(day, alive)} to="/trips" search={tableOf(filter, day, day)} title={names}>
        {Number(day.slice(8))}
        {alive.length > 1 && <sup>{alive.length}</sup>}
        <span className="unseen">
          {shortDay(day)}
          {say(`，${alive.length} 團`, `, ${plural(alive.length, 'trip')}`)}
        </span>
      </Link>
    </li>
  )
}

const classOf = (day: string, trips: PlannedTripCalendar[]) => {
  const isFull = trips.every(({ seats }) => seats.remaining === 0)
  const lacks = day >= today() && trips.some((trip) => !trip.assigned_leader && trip.status !== 'draft')
  return `some ${isFull ? 'full' : ''} ${lacks ? 'lacks' : ''}`
}

const tableOf = ({ view: _view, year: _year, ...filter }: TripFilter, from?: string, to?: string): TripFilter => ({
  ...filter,
  ...(from && to && { from, to }),
})

/** Weeks begin on Sunday, as in Taiwan's calendars. */
const weekday = (day: string) => new Date(day).getUTCDay()

const daysOf = (month: string) => {
  const first = `${month}-01`
  return Array.from({ length: 31 }, (_, nth) => addDays(first, nth)).filter((day) => day.startsWith(month))
}
