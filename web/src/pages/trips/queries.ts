import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listPlannedTrips } from 'guidon-sdk'
import type { TripFilter } from '../../filters.ts'
import { guidon } from '../../kit/api.ts'
import { addDays, today } from '../../kit/days.ts'

export const useTrips = ({ view: _view, year: _year, when, ...filter }: TripFilter) => {
  const query = { ...span(when, filter), ...filter, per_page: 20 }
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

const MOST_PAGES = 3
const PER_PAGE = 100

/** The trips of a year. The rest of a very large year is counted, not shown. */
export const useYear = ({ area_id, branch_id, status, missing_leader, overdue_deadline }: TripFilter, year: number) => {
  const filter = { area_id, branch_id, status, missing_leader, overdue_deadline }
  const query = { ...filter, from: `${year}-01-01`, to: `${year}-12-31`, sort: 'departure_date', per_page: PER_PAGE }
  return useQuery({
    queryKey: ['trips', 'year', query],
    queryFn: async () => {
      const first = await listPlannedTrips(guidon, query)
      const { last_page, total } = first.meta
      const others = Array.from({ length: Math.min(last_page, MOST_PAGES) - 1 }, (_, nth) => nth + 2)
      const rest = await Promise.all(others.map((page) => listPlannedTrips(guidon, { ...query, page })))
      return { trips: [first, ...rest].flatMap(({ data }) => data), total }
    },
    placeholderData: keepPreviousData,
  })
}
