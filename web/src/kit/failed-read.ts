import type { QueryFilters } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { queryClient } from './api.ts'

const cache = queryClient.getQueryCache()
const failed: QueryFilters = {
  type: 'active',
  predicate: ({ state }) => state.status === 'error' && state.data === undefined,
}
/** What is read again, such as the number of unread notices, is on the page already and does not count. */
const readFirst: QueryFilters = { type: 'active', predicate: ({ state }) => state.data === undefined }

/** Why something on the page could not be read, once nothing is awaited any more. */
export const useFailedRead = () =>
  useSyncExternalStore(
    (told) => cache.subscribe(told),
    () => (queryClient.isFetching(readFirst) > 0 ? undefined : (cache.findAll(failed)[0]?.state.error ?? undefined)),
  )

export const readFailedAgain = () => queryClient.refetchQueries(failed)
