import { QueryCache, QueryClient } from '@tanstack/react-query'
import { connect, Refusal } from 'guidon-sdk'
import { locale } from './words.ts'

/** The service that this page came from; the session is in a cookie. */
export const guidon = connect({ language: () => locale.now() })

/** Where somebody goes who is not, or not yet, let in. What is on the screen already stays, with what was typed there. */
const wayIn = (error: unknown) => {
  if (!(error instanceof Refusal)) return undefined
  if (error.code === 'second_factor_required') return `/desk/second-factor${backHere()}`
  return error.status === 401 && !location.pathname.endsWith('/sign-in') ? signInAndBack() : undefined
}
const backHere = () => `?to=${encodeURIComponent(location.pathname + location.search)}`
export const signInAndBack = () => `/desk/sign-in${backHere()}`

/** What has failed to be read again stays on the screen, unless the service says that it is gone. */
const queryCache = new QueryCache({
  onError: (error, query) => {
    if (isGone(error)) query.setState({ data: undefined })
    const way = query.state.data === undefined && wayIn(error)
    if (way) location.assign(way)
  },
})

export const isGone = (error: unknown) => error instanceof Refusal && error.status === 404

/**
 * While a sheet is open, nothing is read again by itself: its form was filled from the record as it was, and must be sent with
 * the version of then. Otherwise it would silently undo what a colleague has changed meanwhile. The palette is no sheet.
 */
export const isSheetOpen = () => document.querySelector('dialog.sheet[open]') !== null

/** What was read lately. A refusal is an answer: asking again would not change it. */
export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (times, error) => !(error instanceof Refusal) && times < 2,
      refetchOnWindowFocus: () => !isSheetOpen(),
      refetchOnReconnect: () => !isSheetOpen(),
    },
    // Without a network a write fails at once and says so, instead of waiting where nobody sees it.
    mutations: { networkMode: 'always' },
  },
})

/** Reads everything shown again whose key begins with one of these words. */
export const refresh = (...keys: string[]) =>
  Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))

/**
 * Reads again what a write may have changed, before its end is told: a form that was outrun goes on with the record as it is now.
 * If the service could not be reached that is told at once, since it may not answer the reads either.
 */
export const refreshAfter = (error: Error | null, ...keys: string[]) => {
  const read = refresh(...keys)
  return error === null || error instanceof Refusal ? read : undefined
}

/** The same for `onSettled`. */
export const thenRefresh =
  (...keys: string[]) =>
  (_answer: unknown, error: Error | null) =>
    refreshAfter(error, ...keys)

/** A sentence for an error. */
export const sentenceOf = (error: unknown, unreachable: string) =>
  error instanceof Refusal ? error.message : unreachable
