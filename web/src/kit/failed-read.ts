import type { QueryFilters } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { queryClient } from './api.ts'

const cache = queryClient.getQueryCache()
const failed: QueryFilters = {
  type: 'active',
  predicate: ({ state }) => state.status === 'error' && state.data === undefined,
}
/** Queries whose first answer is missing. A failed refresh, for example of the number of unread notices, does not count. */
const readFirst: QueryFilters = { type: 'active', predicate: ({ state }) => state.data === undefined }

/** The error of a query of the page, once no query is pending any more. */
export const useFailedRead = () =>
  useSyncExternalStore(
    (told) => cache.subscribe(told),
    () => (queryClient.isFetching(readFirst) > 0 ? undefined : (cache.findAll(failed)[0]?.state.error ?? undefined)),
  )

export const readFailedAgain = () => queryClient.refetchQueries(failed)
