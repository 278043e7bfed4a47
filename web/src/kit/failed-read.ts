import type { QueryFilters } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { queryClient } from './api.ts'

const cache = queryClient.getQueryCache()
const failed: QueryFilters = {
  type: 'active',
  predicate: ({ state }) => state.status === 'error' && state.data === undefined,
}

/** Why something on the page could not be read, once nothing is being read any more. */
export const useFailedRead = () =>
  useSyncExternalStore(
    (told) => cache.subscribe(told),
    () => (queryClient.isFetching() > 0 ? undefined : (cache.findAll(failed)[0]?.state.error ?? undefined)),
  )

export const readFailedAgain = () => queryClient.refetchQueries(failed)
