import type { PlannedTripFlight } from 'guidon-sdk'
import { dayWithWeekday } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { Card } from '../../parts/card.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Plane } from '../../parts/icons.tsx'
import { useFlights } from './queries.ts'

const statuses: Record<PlannedTripFlight['status'], Words> = {
  requested: ['已要位', 'Requested'],
  confirmed: ['OK', 'Confirmed'],
  waitlisted: ['候補', 'Waitlisted'],
  changed: ['有變動', 'Changed'],
  cancelled: ['取消', 'Cancelled'],
}
const isFirm = ({ status }: PlannedTripFlight) => status === 'confirmed'

/** The flights with the clocks of their airports. */
export const Flights = ({ id }: { id: number }) => {
  const say = useSay()
  const flights = useFlights(id, useMe())
  if (!flights) return null
  return (
    <Card title={say('航班', 'Flights')} count={flights.length || undefined}>
      {flights.length === 0 && <Empty>{say('還沒有航班', 'No flights yet')}</Empty>}
      <ul className="flights">
        {flights.map((flight) => (
          <Flight key={flight.id} flight={flight} />
        ))}
      </ul>
    </Card>
  )
}

const Flight = ({ flight }: { flight: PlannedTripFlight }) => {
  const say = useSay()
  const { flight_number, origin, destination, departs_local, arrives_local, seats_blocked, seats_ticketed, pnr } =
    flight
  return (
    <li>
      <Plane size={17} />
      <div>
        <b>{flight_number}</b>
        <span className="small soft">
          {dayWithWeekday(departs_local.slice(0, 10))}
          {pnr && `・${pnr}`}
        </span>
      </div>
      <p className="legs">
        <Stop airport={origin} at={departs_local} />
        <span className="soft" aria-hidden="true">
          →
        </span>
        <Stop airport={destination} at={arrives_local} />
      </p>
      <div className="right">
        <span className={`badge ${isFirm(flight) ? 'turn-done' : 'turn-department'}`}>
          {say(...statuses[flight.status])}
        </span>
        {seats_blocked !== null && (
          <span className="tiny soft">
            {say(`已開 ${seats_ticketed}/${seats_blocked} 位`, `${seats_ticketed} of ${seats_blocked} ticketed`)}
          </span>
        )}
      </div>
    </li>
  )
}

const Stop = ({ airport, at }: { airport: string; at: string }) => (
  <span>
    <b>{airport}</b> <time dateTime={at}>{at.slice(11, 16)}</time>
  </span>
)
