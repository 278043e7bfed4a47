import type { PlannedTripFlight } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { flightStatusWords } from 'guidon-sdk/words'
import { Suspense, useState } from 'react'
import Plane from '~icons/lucide/plane'
import { shortDay } from '../../../kit/days.ts'
import { lazy } from '../../../kit/lazy.ts'
import { useMe } from '../../../kit/me.ts'
import { editsTrips } from '../../../kit/roles.ts'
import { useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { AddButton, EditButton } from '../../../ui/row-buttons.tsx'
import { type Trip, useFlights } from '../queries.ts'
import css from './flights.module.css'

const FlightSheet = lazy(() => import('./flight-sheet.tsx'))
const Release = lazy(() => import('../release.tsx'))

const hueOf = ({ status }: PlannedTripFlight) =>
  ({ confirmed: 'turn-done', cancelled: 'turn-over' })[String(status)] ?? 'turn-department'

/** The flights, with times in the time zones of their airports. */
export const Flights = ({ trip: { id, status } }: { trip: Trip }) => {
  const say = useSay()
  const me = useMe()
  const flights = useFlights(id, me)
  const [open, setOpen] = useState<number | 'new'>()
  if (!flights) return null
  const isEditor = editsTrips(me)
  return (
    <Card
      title={say(...label.flights)}
      anchor="flights"
      count={flights.length || undefined}
      aside={
        isEditor &&
        status !== 'cancelled' && <AddButton words={['新增航班', 'Add a flight']} act={() => setOpen('new')} />
      }
    >
      {flights.length === 0 && <Empty icon={Plane}>{say('還沒有航班', 'No flights yet')}</Empty>}
      <ul className={css.flights}>
        {flights.map((flight) => (
          <Flight
            key={flight.id}
            flight={flight}
            isOff={status === 'cancelled'}
            {...(isEditor && { edit: () => setOpen(flight.id) })}
          />
        ))}
      </ul>
      <Suspense>
        {open && (
          <FlightSheet
            trip={id}
            flight={flights.find((each) => each.id === open)}
            flights={flights}
            statuses={flightStatusWords}
            close={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </Card>
  )
}

const Flight = ({ flight, isOff, edit }: { flight: PlannedTripFlight; isOff: boolean; edit?: () => void }) => {
  const say = useSay()
  const { flight_number, origin, destination, departs_local, arrives_local, pnr, status } = flight
  return (
    <li className={status === 'cancelled' ? css.gone : ''}>
      <Plane width={17} height={17} />
      <div>
        <b>{flight_number}</b>
        <span className="small soft">
          {shortDay(departs_local.slice(0, 10))}
          {pnr && `・${pnr}`}
        </span>
      </div>
      <p className={css.legs}>
        <Stop airport={origin} at={departs_local} />
        <span className="soft" aria-hidden="true">
          →
        </span>
        <Stop airport={destination} at={arrives_local} />
      </p>
      <div className="right">
        <span className={`badge ${hueOf(flight)}`}>{say(...flightStatusWords[status])}</span>
        <Seats flight={flight} />
      </div>
      {edit &&
        (isOff && status !== 'cancelled' ? (
          <Suspense>
            <Release flight={flight} />
          </Suspense>
        ) : (
          <EditButton of={flight_number} act={edit} />
        ))}
    </li>
  )
}

const Seats = ({ flight: { seats_blocked, seats_ticketed, status } }: { flight: PlannedTripFlight }) => {
  const say = useSay()
  if (seats_blocked === null || status === 'cancelled') return null
  return (
    <span className="tiny soft">
      {say(`已開 ${seats_ticketed}/${seats_blocked} 位`, `${seats_ticketed} of ${seats_blocked} ticketed`)}
    </span>
  )
}

const Stop = ({ airport, at }: { airport: string; at: string }) => (
  <span>
    <b>{airport}</b> <time dateTime={at}>{at.slice(11, 16)}</time>
  </span>
)
