import type { PlannedTripSegment, PlannedTripStay } from 'guidon-sdk'
import { legStatusWords, legTypeWords, type stayStatusWords } from 'guidon-sdk/words'
import { nameOf, type Say } from '../../../kit/words.ts'
import { mealNames } from '../../packages/shared/meals.tsx'

export type Leg = PlannedTripSegment['legs'][number]

// The page passes these words to its forms, which are loaded later, so that they are downloaded once.

export type StayWords = typeof stayStatusWords

export const legWords = { types: legTypeWords, statuses: legStatusWords }
export type LegWords = typeof legWords

/**
 * The name of a place. Legs that came from the package are named by their kind, by their meal, which has words in both languages,
 * or by their hotel, which has names in both languages once it is booked.
 */
export const placeOfLeg = (say: Say, { type, place }: Pick<Leg, 'type' | 'place'>, stay?: PlannedTripStay) => {
  if (place === type) return null
  if (stay && place === stay.hotel.name) return nameOf(say, stay.hotel)
  const meal = Object.values(mealNames).find(([zh]) => `${zh}餐` === place)
  return meal ? say(`${meal[0]}餐`, meal[1]) : place
}
