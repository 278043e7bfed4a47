import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type AddonRequest,
  type AddonRequestCommunication,
  getAddonRequest,
  listAddonRequestCommunications,
  listAddonRequests,
} from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
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
