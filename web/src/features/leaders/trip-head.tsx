import type { PlannedTrip } from 'guidon-sdk'
import { span } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import { nameOfTrip } from '../trips/shared/name.ts'

type Trip = Pick<PlannedTrip, 'name' | 'name_en' | 'package' | 'serial' | 'departure_date' | 'return_date'>

/** The trip for which a leader is chosen. */
export const TripHead = ({ trip }: { trip: Trip }) => {
  const say = useSay()
  return (
    <p>
      <b>{nameOfTrip(say, trip)}</b>
      <span className="small soft">
        {' '}
        {trip.serial}・{span(trip.departure_date, trip.return_date)}
      </span>
    </p>
  )
}
