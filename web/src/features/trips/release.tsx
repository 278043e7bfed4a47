import {
  type PlannedTripFlight,
  type PlannedTripStay,
  updatePlannedTripFlight,
  updatePlannedTripStay,
} from 'guidon-sdk'
import { nameOf, useSay } from '../../kit/words.ts'
import { ActButton } from '../../ui/act-button.tsx'

type Props = { flight: PlannedTripFlight } | { stay: PlannedTripStay }

/** Notes that the seats or rooms which a cancelled trip still held were given back. */
export default function Release(held: Props) {
  const say = useSay()
  if ('flight' in held) {
    const { id, flight_number, version } = held.flight
    return (
      <ActButton
        words={['已釋出', 'Released']}
        about={flight_number}
        act={(guidon) => updatePlannedTripFlight(guidon, id, { status: 'cancelled' }, { version })}
        says={['已記下：機位釋出', 'Noted: the seats are released']}
        changes={['trips']}
      />
    )
  }
  const { id, planned_trip_id, hotel, version } = held.stay
  return (
    <ActButton
      words={['已取消', 'Cancelled']}
      about={nameOf(say, hotel)}
      act={(guidon) => updatePlannedTripStay(guidon, planned_trip_id, id, { status: 'cancelled' }, { version })}
      says={['已記下：訂房取消', 'Noted: the rooms are cancelled']}
      changes={['trips']}
    />
  )
}
