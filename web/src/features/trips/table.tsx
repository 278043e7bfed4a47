import { Link } from '@tanstack/react-router'
import type { PlannedTrip } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { dayAndTime, daysBetween, monthName, plainDay, shortDay, today } from '../../kit/days.ts'
import { nameOf, plural, type Say, useSay } from '../../kit/words.ts'
import { ChosenTable } from '../../ui/columns/chosen-table.tsx'
import { type ChosenColumn, stampColumns } from '../../ui/columns/columns.ts'
import { Named } from '../../ui/columns/named.tsx'
import type { Selection } from '../../ui/columns/selection.ts'
import css from './list.module.css'
import type { TripFilter } from './search.ts'
import { TripBadge } from './shared/badge.tsx'
import { nameOfTrip } from './shared/name.ts'
import { Seats } from './shared/seats.tsx'

type Props = { trips: PlannedTrip[]; filter: TripFilter; selection: Selection | undefined }

export const TripTable = ({ trips, filter: { sort, show }, selection }: Props) => {
  const isByDay = !sort || sort.endsWith('departure_date')
  return (
    <ChosenTable
      className={css.trips}
      columns={tripColumns}
      show={show}
      sort={sort}
      rows={trips}
      selection={selection}
      nameOf={({ serial }) => serial}
      groupOf={isByDay ? ({ departure_date }) => monthName(departure_date) : undefined}
    />
  )
}

export const tripColumns: readonly ChosenColumn<PlannedTrip>[] = [
  { name: 'trip', words: label.trip, by: 'serial', file: ['serial', 'name'], cell: (trip) => <Subject trip={trip} /> },
  {
    name: 'name',
    words: ['團名', 'Name'],
    by: 'name',
    isExtra: true,
    file: ['name_en'],
    cell: (trip) => <Named of={trip} />,
  },
  {
    name: 'departs',
    words: label.departure_date,
    by: 'departure_date',
    file: ['departure_date'],
    cell: (trip) => <Departs trip={trip} />,
  },
  {
    name: 'returns',
    words: label.return_date,
    by: 'return_date',
    isExtra: true,
    file: ['return_date'],
    cell: (trip) => shortDay(trip.return_date),
  },
  {
    name: 'seats',
    words: label.seats,
    file: ['capacity', 'seats.confirmed', 'seats.held', 'seats.remaining'],
    cell: (trip) => <Seats {...trip} />,
  },
  {
    name: 'minimum',
    words: label.min_pax,
    isNumber: true,
    isExtra: true,
    file: ['min_pax'],
    cell: ({ min_pax }) => min_pax,
  },
  { name: 'leader', words: label.leader_id, file: ['assigned_leader.name'], cell: (trip) => <Leader trip={trip} /> },
  {
    name: 'briefing',
    words: label.briefing,
    isExtra: true,
    file: ['briefing_starts_at'],
    cell: ({ briefing_starts_at: at }) => at && dayAndTime(at),
  },
  {
    name: 'sales',
    words: ['業務', 'Sales'],
    isExtra: true,
    file: ['sales_user.name'],
    cell: ({ sales_user }) => <Named of={sales_user} />,
  },
  {
    name: 'op',
    words: label.op_user_id,
    isExtra: true,
    file: ['op_user.name'],
    cell: ({ op_user }) => <Named of={op_user} />,
  },
  {
    name: 'ticketing',
    words: label.ticketing_user_id,
    isExtra: true,
    file: ['ticketing_user.name'],
    cell: ({ ticketing_user }) => <Named of={ticketing_user} />,
  },
  { name: 'area', words: label.area_id, isExtra: true, file: ['area.name'], cell: ({ area }) => <Named of={area} /> },
  {
    name: 'branch',
    words: label.branch_id,
    isExtra: true,
    file: ['branch.name'],
    cell: ({ branch }) => <Named of={branch} />,
  },
  {
    name: 'package',
    words: label.package_id,
    isExtra: true,
    file: ['package.package_code'],
    cell: (trip) => trip.package?.package_code,
  },
  { name: 'notes', words: label.notes, isExtra: true, file: ['notes'], cell: ({ notes }) => notes },
  ...stampColumns,
  { name: 'status', words: label.status, file: ['status'], cell: (trip) => <Status trip={trip} /> },
]

const Subject = ({ trip }: { trip: PlannedTrip }) => {
  const say = useSay()
  return (
    <>
      <Link className="row-link" to="/trips/$id" params={{ id: String(trip.id) }}>
        {nameOfTrip(say, trip)}
      </Link>
      <span className="sub">{trip.serial}</span>
    </>
  )
}

const Departs = ({ trip }: { trip: PlannedTrip }) => {
  const say = useSay()
  return (
    <>
      {shortDay(trip.departure_date)}
      <span className="sub">{lasts(say, trip)}</span>
    </>
  )
}

const Status = ({ trip }: { trip: PlannedTrip }) => {
  const say = useSay()
  return (
    <>
      <TripBadge status={trip.status} />
      <Lacking trip={trip} />
      {trip.guarantee_state === 'almost' && <span className="sub">{say('即將成團', 'Almost enough people')}</span>}
    </>
  )
}

const lasts = (say: Say, { departure_date, return_date }: PlannedTrip) => {
  const days = daysBetween(departure_date, return_date) + 1
  const back = plainDay(return_date)
  return say(`${days} 天，${back} 回`, `${plural(days, 'day')}, back ${back}`)
}

/** What a trip that departs soon lacks: the first two reasons, and the number of others. */
const Lacking = ({ trip: { readiness } }: { trip: PlannedTrip }) => {
  const say = useSay()
  if (!readiness?.reasons.length) return null
  const [first, second, ...others] = readiness.reasons.map(({ says, says_en }) => say(says, says_en))
  return (
    <span className={readiness.light === 'red' ? 'sub late' : 'sub'}>
      {[first, second].filter(Boolean).join(say('、', ', '))}
      {others.length > 0 && say(`等 ${others.length + 2} 項`, ` and ${others.length} more`)}
    </span>
  )
}

const Leader = ({ trip: { assigned_leader: leader, status, departure_date } }: { trip: PlannedTrip }) => {
  const say = useSay()
  if (leader) return nameOf(say, leader)
  const isWanted = departure_date >= today() && status !== 'cancelled' && status !== 'draft'
  return isWanted ? <span className="late">{say('未派', 'None yet')}</span> : <span className="soft">–</span>
}
