import Extras from '../requests/shared/extras.tsx'
import type { Trip } from './queries.ts'

/** The add-on requests of the travelers of a trip. */
export default function TripExtras({ trip }: { trip: Trip }) {
  return <Extras of={{ planned_trip_id: trip.id }} />
}
