import type { ListAddonRequestsQuery } from 'guidon-sdk'
import { isDay, isNumber, isText, isTrue, searchOf } from '../../kit/search.ts'

/** The search parameters of the list of requests; `new` opens the sheet for a new one. */
export const requestFilter = searchOf<ListAddonRequestsQuery & { new?: true; show?: string }>()({
  new: isTrue,
  q: isText,
  status: isText,
  department: isText,
  priority: isText,
  next_action_by: isText,
  overdue: isTrue,
  mine: isTrue,
  sales_user_id: isNumber,
  planned_trip_id: isNumber,
  departs_from: isDay,
  departs_to: isDay,
  needed_from: isDay,
  needed_to: isDay,
  sort: isText,
  show: isText,
  page: isNumber,
})
export type RequestFilter = Omit<ReturnType<typeof requestFilter>, 'new'>

/** What the service is asked for by the address of the list. */
export const askedOf = ({ show: _show, ...filter }: RequestFilter) => filter
