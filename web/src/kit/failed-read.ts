import type { Query, QueryFilters } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isGone, queryClient } from './api.ts'

const cache = queryClient.getQueryCache()
const failed: QueryFilters = {
  type: 'active',
  predicate: ({ state }) => state.status === 'error' && state.data === undefined,
}
/** Why the record of a query is not there. It stays so while it is read again, so that the page does not fall back to its placeholder. */
const gone = new WeakMap<Query, Error>()
cache.subscribe((event) => {
  if (event.type !== 'updated') return
  if (event.action.type === 'success') gone.delete(event.query)
  if (event.action.type === 'error' && isGone(event.action.error)) gone.set(event.query, event.action.error as Error)
})
const isKnownGone = (query: Query) => gone.has(query)

/** Queries whose first answer is missing. A failed refresh, for example of the number of unread notices, does not count. */
const readFirst: QueryFilters = { type: 'active', predicate: ({ state }) => state.data === undefined }

/** The error of a query of the page: at once if its record is not there, otherwise once no query is pending any more. */
export const useFailedRead = () =>
  useSyncExternalStore(
    (told) => cache.subscribe(told),
    () => {
      const [lost] = cache.findAll({ type: 'active', predicate: isKnownGone })
      if (lost) return gone.get(lost)
      return queryClient.isFetching(readFirst) > 0 ? undefined : (cache.findAll(failed)[0]?.state.error ?? undefined)
    },
  )

export const readFailedAgain = () => queryClient.refetchQueries(failed)
