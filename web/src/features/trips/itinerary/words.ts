import type { PlannedTripSegment, PlannedTripStay } from 'guidon-sdk'
import { legStatusWords } from 'guidon-sdk/words/leg-status'
import { legTypeWords } from 'guidon-sdk/words/leg-type'
import type { stayStatusWords } from 'guidon-sdk/words/stay-status'
import { nameOf, type Say } from '../../../kit/words.ts'
import { mealNames } from '../../packages/shared/meals.tsx'

export type Leg = PlannedTripSegment['legs'][number]

// The forms are loaded later than the page; it gives them these words, so that both need them once.

export type StayWords = typeof stayStatusWords

export const legWords = { types: legTypeWords, statuses: legStatusWords }
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
