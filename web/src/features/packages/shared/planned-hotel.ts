import type { PlannedTripSegment } from 'guidon-sdk'
import type { Say } from '../../../kit/words.ts'

type Planned = Pick<PlannedTripSegment, 'hotel_name' | 'other_hotel_name' | 'or_similar'>

/** The hotels that an itinerary names for a night, as the trade writes them. */
export const plannedHotel = (say: Say, { hotel_name, other_hotel_name, or_similar }: Planned) => {
  const named = [hotel_name, other_hotel_name].filter(Boolean).join(say('／', ' / '))
  if (!named) return null
  return or_similar ? `${named} ${say('或同級', 'or similar')}` : named
}
