import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  getPlannedTrip,
  getPlannedTripReadiness,
  listBookings,
  listPlannedTripFlights,
  listPlannedTripHandovers,
  listPlannedTripLeaderHistory,
  listPlannedTripPublications,
  listPlannedTripSegments,
  listPlannedTripStatusHistory,
  listPlannedTripStays,
  listPlannedTrips,
  listTravelers,
  listTripCalendar,
} from 'guidon-sdk'
import { allOf } from '../../kit/all-of.ts'
import { guidon } from '../../kit/api.ts'
import { addDays, today } from '../../kit/days.ts'
import type { Me } from '../../kit/me.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { seesArrangements, seesPreparations, seesTravelers } from '../../kit/roles.ts'
import type { TripFilter } from './search.ts'

/** What the service is asked for by the address of the list. */
export const askedOf = ({ view: _view, year: _year, show: _show, when, ...filter }: TripFilter) => ({
  ...span(when, filter),
  ...filter,
})

export const useTrips = (filter: TripFilter) => {
  const query = { ...askedOf(filter), with_readiness: true, per_page: usePageSize() }
  return useQuery({
    queryKey: ['trips', query],
    queryFn: () => listPlannedTrips(guidon, query),
    placeholderData: keepPreviousData,
  })
}

/** Upcoming trips in order of departure; past trips latest first. */
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

export type Trip = Awaited<ReturnType<typeof getPlannedTrip>>
export type Deadline = Trip['deadlines'][number]

export const useTrip = (id: number) => useQuery({ queryKey: ['trips', id], queryFn: () => getPlannedTrip(guidon, id) })

/** Finance and leaders see no papers; the service refuses them too. */
export const seesPapers = seesPreparations
export { seesArrangements }

// Below the key of the trip, so that all are read again together.
const useOfTrip = <T>(id: number, name: string, read: () => Promise<T>, enabled = true) =>
  useQuery({ queryKey: ['trips', id, name], queryFn: read, enabled }).data

export const useReadiness = (id: number, me: Me) =>
  useOfTrip(id, 'readiness', () => getPlannedTripReadiness(guidon, id), seesPapers(me))
export const useFlights = (id: number, me: Me) =>
  useOfTrip(id, 'flights', () => listPlannedTripFlights(guidon, id), seesArrangements(me))
export const useSegments = (id: number) => useOfTrip(id, 'segments', () => listPlannedTripSegments(guidon, id))
export const useStays = (id: number, me: Me) =>
  useOfTrip(id, 'stays', () => listPlannedTripStays(guidon, id), seesArrangements(me))
export const useLeaderHistory = (id: number, me: Me) =>
  useOfTrip(id, 'leaders', () => listPlannedTripLeaderHistory(guidon, id), seesPapers(me))
export const useStatusHistory = (id: number, me: Me) =>
  useOfTrip(id, 'steps', () => listPlannedTripStatusHistory(guidon, id), seesPapers(me))
export const usePublications = (id: number, isWanted: boolean) =>
  useOfTrip(id, 'publications', () => listPlannedTripPublications(guidon, id), isWanted)
export const useHandovers = (id: number, me: Me) =>
  useOfTrip(id, 'handovers', () => listPlannedTripHandovers(guidon, id), seesArrangements(me))
export const useBookings = (id: number) =>
  useOfTrip(id, 'bookings', () => allOf((at) => listBookings(guidon, { planned_trip_id: id, ...at })))
export const useTravelers = (id: number, me: Me) =>
  useOfTrip(
    id,
    'travelers',
    () => allOf((at) => listTravelers(guidon, { planned_trip_id: id, ...at })),
    seesTravelers(me),
  )
