import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listPlannedTrips, listTripCalendar } from 'guidon-sdk'
import type { TripFilter } from '../../filters.ts'
import { guidon } from '../../kit/api.ts'
import { addDays, today } from '../../kit/days.ts'
import { usePageSize } from '../../kit/page-size.ts'

export const useTrips = ({ view: _view, year: _year, when, ...filter }: TripFilter) => {
  const query = { ...span(when, filter), ...filter, per_page: usePageSize() }
  return useQuery({
    queryKey: ['trips', query],
    queryFn: () => listPlannedTrips(guidon, query),
    placeholderData: keepPreviousData,
  })
}

/** What is still to leave comes first; what has left is shown latest first. */
const span = (when: TripFilter['when'], { q, from, to }: TripFilter) => {
  if (when === 'past') return { to: addDays(today(), -1), sort: '-departure_date' }
  return when === 'all' || q || from || to ? {} : { from: today() }
}

/** The departures of a year. */
export const useYear = ({ area_id, branch_id, status, missing_leader, overdue_deadline }: TripFilter, year: number) => {
  const filter = { area_id, branch_id, status, missing_leader, overdue_deadline }
  const query = { ...filter, from: `${year}-01-01`, to: `${year}-12-31` }
  return useQuery({
    queryKey: ['trips', 'year', query],
    queryFn: () => listTripCalendar(guidon, query),
    placeholderData: keepPreviousData,
  })
}
