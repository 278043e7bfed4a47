import type { ListPlannedTripsQuery } from 'guidon-sdk'
import { isDay, isNumber, isOneOf, isText, isTrue, searchOf, tabOf } from '../../kit/search.ts'

/** The search parameters of the list of trips. Without `when`, `from` and `to`, upcoming trips are shown. */
export const tripFilter = searchOf<
  ListPlannedTripsQuery & { view?: 'calendar'; year?: number; when?: 'past' | 'all'; show?: string }
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
  readiness: isOneOf('red', 'amber', 'green'),
  sort: isText,
  show: isText,
  page: isNumber,
})
export type TripFilter = ReturnType<typeof tripFilter>

export const tripTab = tabOf(
  'people',
  'extras',
  'messages',
  'rooms',
  'itinerary',
  'papers',
  'money',
  'handover',
  'road',
  'history',
)
export type TripTab = NonNullable<ReturnType<typeof tripTab>['tab']>
