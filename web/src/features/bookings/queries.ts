import { useQuery } from '@tanstack/react-query'
import { getBooking, listTravelerDocuments } from 'guidon-sdk'
import { allOf } from '../../kit/all-of.ts'
import { guidon } from '../../kit/api.ts'
import { seesTravelers, useMe } from '../../kit/me.ts'

export type Booking = Awaited<ReturnType<typeof getBooking>>

export const useBooking = (id: number) =>
  useQuery({ queryKey: ['bookings', id], queryFn: () => getBooking(guidon, id) })

export const useDocuments = (id: number) =>
  useQuery({
    queryKey: ['bookings', id, 'documents'],
    queryFn: () => allOf((at) => listTravelerDocuments(guidon, { booking_id: id, ...at })),
    enabled: seesTravelers(useMe()),
  }).data
