import type { ListTravelersQuery } from 'guidon-sdk'
import { isNumber, isText, searchOf } from '../../kit/search.ts'

export const travelerFilter = searchOf<ListTravelersQuery & { show?: string }>()({
  q: isText,
  status: isText,
  passenger_type: isText,
  sort: isText,
  show: isText,
  page: isNumber,
})
export type TravelerFilter = ReturnType<typeof travelerFilter>

/** What the service is asked for by the address of the list: the latest first, if nothing else is chosen. */
export const askedOf = ({ show: _show, ...filter }: TravelerFilter) => ({ sort: '-created_at', ...filter })
