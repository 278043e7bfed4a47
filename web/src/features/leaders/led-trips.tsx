import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getTourLeaderOnTheRoad, type TourLeaderOnTheRoad } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { incidentKindWords, incidentSeverityWords, tripStatusWords } from 'guidon-sdk/words'
import Compass from '~icons/lucide/compass'
import { guidon } from '../../kit/api.ts'
import { shortDay, span } from '../../kit/days.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import css from './led-trips.module.css'
import type { Leader } from './profile/leader.ts'

type LedTrip = TourLeaderOnTheRoad

/** The trips that a leader has led: what was written on each, what went wrong, and whether the report came. */
export default function LedTrips({ leader }: { leader: Leader }) {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['leaders', leader.id, 'on-the-road'],
    queryFn: () => getTourLeaderOnTheRoad(guidon, leader.id),
  })
  return (
    <Card title={say('帶團紀錄', 'Trips led')} count={data?.length}>
      {!data && <Loading />}
      {data?.length === 0 && <Empty icon={Compass}>{say('還沒有帶過團', 'No trip was led yet')}</Empty>}
      <ul className={css.trips}>
        {data?.map((trip) => (
          <li key={trip.id}>
            <Trip trip={trip} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Trip = ({ trip }: { trip: LedTrip }) => {
  const say = useSay()
  const {
    id,
    serial,
    departure_date,
    return_date,
    status,
    roll_calls,
    day_notes,
    expenses,
    incidents,
    is_former,
    reported_at,
  } = trip
  const counts = [
    [label.roll_calls, roll_calls],
    [label.day_notes, day_notes],
    [label.expenses, expenses],
  ] as const
  return (
    <>
      <p className={css.name}>
        <Link to="/trips/$id" params={{ id: String(id) }} search={{ tab: 'road' }}>
          <b>{nameOf(say, trip)}</b>
        </Link>
        <span className="small soft">{say(...tripStatusWords[status])}</span>
        {is_former && <span className="badge quiet">{say(...label.is_former)}</span>}
      </p>
      <p className="small soft">
        {serial}・{span(departure_date, return_date)}
      </p>
      <p className="small">
        {counts.map(([words, count]) => `${say(...words)} ${count}`).join('・')}
        {'・'}
        {reported_at
          ? say(`返團報告 ${shortDay(reported_at)}`, `Report on ${shortDay(reported_at)}`)
          : say('尚無返團報告', 'No report yet')}
      </p>
      {incidents.length > 0 && (
        <p className={css.incidents}>
          {incidents.map(({ id: incident, kind, severity, is_closed }) => (
            <span key={incident} className={`badge ${is_closed ? 'quiet' : 'missing'}`}>
              {say(
                `${incidentKindWords[kind][0]}（${incidentSeverityWords[severity][0]}）`,
                `${incidentKindWords[kind][1]} (${incidentSeverityWords[severity][1].toLowerCase()})`,
              )}
            </span>
          ))}
        </p>
      )}
    </>
  )
}
