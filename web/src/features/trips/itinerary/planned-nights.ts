import type { PlannedTripSegment, PlannedTripStay } from 'guidon-sdk'
import { addDays, type Day } from '../../../kit/days.ts'

/** Nights for which the itinerary names a hotel, but no stay is booked. */
export type PlannedNights = { hotel_name: string; city_id: number | null; check_in: Day; check_out: Day }

type Night = Pick<PlannedTripSegment, 'starts_on' | 'ends_on' | 'hotel_name' | 'overnight_city_id'>
type Booked = Pick<PlannedTripStay, 'check_in' | 'check_out' | 'status'>

/** Consecutive nights in the same hotel are one stay. The last day of a trip has no night. */
export const plannedNights = (
  segments: readonly Night[],
  stays: readonly Booked[],
  return_date: Day,
): PlannedNights[] => {
  const isBooked = (night: Day) =>
    stays.some(({ check_in, check_out, status }) => status !== 'cancelled' && check_in <= night && night < check_out)
  const found: PlannedNights[] = []
  for (const { starts_on, ends_on, hotel_name, overnight_city_id: city_id } of segments)
    for (let night = starts_on; night <= ends_on && night < return_date; night = addDays(night, 1)) {
      if (!hotel_name || isBooked(night)) continue
      const last = found.at(-1)
      if (last?.hotel_name === hotel_name && last.check_out === night) last.check_out = addDays(night, 1)
      else found.push({ hotel_name, city_id, check_in: night, check_out: addDays(night, 1) })
    }
  return found
}
