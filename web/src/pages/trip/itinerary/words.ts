import type { PlannedTripSegment, PlannedTripStay } from 'guidon-sdk'
import { nameOf, type Say, type Words } from '../../../kit/words.ts'
import { mealNames } from '../../../parts/meals.tsx'
import { transportWords } from '../../../parts/transport-words.ts'

export type Leg = PlannedTripSegment['legs'][number]

// The forms are loaded later than the page; it gives them these words, so that both need them once.

export const stayWords: Record<PlannedTripStay['status'], Words> = {
  requested: ['已訂未回', 'Requested'],
  confirmed: ['已確認', 'Confirmed'],
  cancelled: ['取消', 'Cancelled'],
}
export type StayWords = typeof stayWords

export const legWords = {
  types: {
    ...transportWords,
    transfer: ['接送', 'Transfer'],
    hotel: ['飯店', 'Hotel'],
    meal: ['用餐', 'Meal'],
    visit: ['參觀', 'Visit'],
    free: ['自由活動', 'Free time'],
  },
  statuses: {
    planned: ['規劃中', 'Planned'],
    requested: ['已洽訂', 'Requested'],
    confirmed: ['已確認', 'Confirmed'],
    completed: ['已完成', 'Completed'],
    cancelled: ['已取消', 'Cancelled'],
  },
} satisfies { types: Record<Leg['type'], Words>; statuses: Record<Leg['status'], Words> }
export type LegWords = typeof legWords

/**
 * Where it is. Legs that came from the package are called by their kind, by their meal, which has words in both languages, or by
 * their hotel, which has both names once it is booked.
 */
export const placeIn = (say: Say, { type, place }: Pick<Leg, 'type' | 'place'>, stay?: PlannedTripStay) => {
  if (place === type) return null
  if (stay && place === stay.hotel.name) return nameOf(say, stay.hotel)
  const meal = Object.values(mealNames).find(([zh]) => `${zh}餐` === place)
  return meal ? say(`${meal[0]}餐`, meal[1]) : place
}
