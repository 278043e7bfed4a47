import { useQuery } from '@tanstack/react-query'
import { getHouse, type House } from 'guidon-sdk'
import { guidon, queryClient } from './api.ts'

const query = { queryKey: ['house'], queryFn: () => getHouse(guidon), staleTime: Number.POSITIVE_INFINITY }

/** The agency of this installation. It is read once, before the first page after the sign-in. */
export const readHouse = () => queryClient.ensureQueryData(query)
export const useHouse = () => useQuery(query).data

const house = () => queryClient.getQueryData<House>(query.queryKey)
export const timeZone = () => house()?.timezone ?? 'Asia/Taipei'
export const currencyOfHouse = () => house()?.currency ?? 'TWD'
