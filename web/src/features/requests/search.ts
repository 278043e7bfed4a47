import type { ListAddonRequestsQuery } from 'guidon-sdk'
import { isDay, isNumber, isText, isTrue, searchOf } from '../../kit/search.ts'

/** What the address of the list of requests may hold. */
export const requestFilter = searchOf<ListAddonRequestsQuery>()({
  q: isText,
  status: isText,
  department: isText,
  priority: isText,
  next_action_by: isText,
  overdue: isTrue,
  needed_from: isDay,
  needed_to: isDay,
  sort: isText,
  page: isNumber,
})
export type RequestFilter = ReturnType<typeof requestFilter>
