import { Link } from '@tanstack/react-router'
import type { PlannedTrip } from 'guidon-sdk'
import { daysBetween, dayWithWeekday, shortDay, today } from '../../kit/days.ts'
import { nameOf, plural, type Say, useSay } from '../../kit/words.ts'
import { type Column, ListTable } from '../../ui/lists/list-table.tsx'
import { TripBadge } from './shared/badge.tsx'
import { Seats } from './shared/seats.tsx'
import { nameOfTrip } from './shared/words.ts'

export const TripTable = ({ trips, sort }: { trips: PlannedTrip[]; sort: string | undefined }) => (
  <ListTable className="trips" columns={columns} sort={sort} rows={trips}>
    {(trip) => <Row key={trip.id} trip={trip} />}
  </ListTable>
)

const columns: Column[] = [
  { words: ['團', 'Trip'], by: 'serial' },
  { words: ['出發', 'Departs'], by: 'departure_date' },
  { words: ['座位', 'Seats'] },
  { words: ['領隊', 'Leader'] },
  { words: ['狀態', 'Status'] },
]

const Row = ({ trip }: { trip: PlannedTrip }) => {
  const say = useSay()
  return (
    <tr>
      <td>
        <Link className="row-link" to="/trips/$id" params={{ id: String(trip.id) }}>
          {nameOfTrip(say, trip)}
        </Link>
        <span className="sub">{trip.serial}</span>
      </td>
      <td>
        {dayWithWeekday(trip.departure_date)}
        <span className="sub">{lasts(say, trip)}</span>
      </td>
      <td>
        <Seats {...trip} />
      </td>
      <td>
        <Leader trip={trip} />
      </td>
      <td>
        <TripBadge status={trip.status} />
        {trip.guarantee_state === 'almost' && <span className="sub">{say('即將成團', 'Almost enough people')}</span>}
      </td>
    </tr>
  )
}

const lasts = (say: Say, { departure_date, return_date }: PlannedTrip) => {
  const days = daysBetween(departure_date, return_date) + 1
  const back = shortDay(return_date)
  return say(`${days} 天，${back} 回`, `${plural(days, 'day')}, back ${back}`)
}

const Leader = ({ trip: { assigned_leader: leader, status, departure_date } }: { trip: PlannedTrip }) => {
  const say = useSay()
  if (leader) return nameOf(say, leader)
  const isWanted = departure_date >= today() && status !== 'cancelled' && status !== 'draft'
  return isWanted ? <span className="late">{say('未派', 'None yet')}</span> : <span className="soft">–</span>
}
