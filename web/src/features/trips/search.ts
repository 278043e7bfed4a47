import type { ListPlannedTripsQuery } from 'guidon-sdk'
import { isDay, isNumber, isOneOf, isText, isTrue, searchOf, tabOf } from '../../kit/search.ts'

/** What the address of the board of trips may hold. Without `when`, `from` and `to`, what is still to leave. */
export const tripFilter = searchOf<
  ListPlannedTripsQuery & { view?: 'calendar'; year?: number; when?: 'past' | 'all' }
>()({
  view: isOneOf('calendar'),
  year: isNumber,
  when: isOneOf('past', 'all'),
  q: isText,
  status: isText,
  area_id: isNumber,
  branch_id: isNumber,
  from: isDay,
  to: isDay,
  missing_leader: isTrue,
  overdue_deadline: isTrue,
  sort: isText,
  page: isNumber,
})
export type TripFilter = ReturnType<typeof tripFilter>

export const tripTab = tabOf('people', 'messages', 'rooms', 'itinerary', 'papers', 'money', 'handover', 'history')
export type TripTab = NonNullable<ReturnType<typeof tripTab>['tab']>
