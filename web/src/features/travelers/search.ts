import type { ListTravelersQuery } from 'guidon-sdk'
import { isNumber, isText, searchOf } from '../../kit/search.ts'

export const travelerFilter = searchOf<ListTravelersQuery>()({
  q: isText,
  status: isText,
  passenger_type: isText,
  sort: isText,
  page: isNumber,
})
export type TravelerFilter = ReturnType<typeof travelerFilter>
