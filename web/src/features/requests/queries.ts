import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type AddonRequest,
  type AddonRequestCommunication,
  getAddonRequest,
  getBooking,
  listAddonRequestCommunications,
  listAddonRequests,
} from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { seesBookings, useMe } from '../../kit/me.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { askedOf, type RequestFilter } from './search.ts'

export type ListedRequest = AddonRequest
export type Request = Awaited<ReturnType<typeof getAddonRequest>>
export type Entry = AddonRequestCommunication

export const useRequests = (filter: RequestFilter) => {
  const query = { ...askedOf(filter), per_page: usePageSize() }
  return useQuery({
    queryKey: ['requests', query],
    queryFn: () => listAddonRequests(guidon, query),
    placeholderData: keepPreviousData,
  })
}

export const useRequest = (id: number) =>
  useQuery({ queryKey: ['request', id], queryFn: () => getAddonRequest(guidon, id) })

export const useTimeline = (id: number) =>
  useQuery({
    queryKey: ['request', id, 'timeline'],
    queryFn: () => listAddonRequestCommunications(guidon, id, { include_internal: true }),
  })

/** The booking of a request: its number, and whom to call. */
export const useBookingOf = ({ booking_id: id }: Request) =>
  useQuery({
    queryKey: ['bookings', id],
    queryFn: () => getBooking(guidon, id),
    enabled: seesBookings(useMe()),
  }).data
