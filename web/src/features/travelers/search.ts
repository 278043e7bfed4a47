import type { ListTravelersQuery } from 'guidon-sdk'
import { isDay, isNumber, isText, isTrue, searchOf } from '../../kit/search.ts'

export const travelerFilter = searchOf<ListTravelersQuery & { show?: string }>()({
  q: isText,
  status: isText,
  passenger_type: isText,
  lacks_papers: isTrue,
  owed: isTrue,
  sales_user_id: isNumber,
  planned_trip_id: isNumber,
  departs_from: isDay,
  departs_to: isDay,
  sort: isText,
  show: isText,
  page: isNumber,
})
export type TravelerFilter = ReturnType<typeof travelerFilter>

/** What the service is asked for by the address of the list: the latest first, if nothing else is chosen. */
export const askedOf = ({ show: _show, ...filter }: TravelerFilter) => ({ sort: '-created_at', ...filter })
