import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { connect, Refusal } from 'guidon-sdk'
import { forgetSent } from './drafts.ts'
import { locale, sayNow, type Words } from './words.ts'

/** The service that this page came from; the session is in a cookie. */
export const guidon = connect({ language: () => locale.now() })

/** Where somebody goes who is not, or not yet, let in. What is on the screen already stays, with what was typed there. */
const wayIn = (error: unknown) => {
  if (!(error instanceof Refusal)) return undefined
  if (error.code === 'second_factor_required') return `/desk/second-factor${backHere()}`
  return error.status === 401 && !location.pathname.endsWith('/sign-in') ? signInAndBack() : undefined
}
const backHere = () => `?to=${encodeURIComponent(location.pathname + location.search)}`
/** The sign-in after a session has ended: it says so, and leads back here. */
export const signInAndBack = () => `/desk/sign-in${backHere()}&ended=true`

/** What has failed to be read again stays on the screen, unless the service says that it is gone. */
const queryCache = new QueryCache({
  onError: (error, query) => {
    if (isGone(error)) query.setState({ data: undefined })
    const way = query.state.data === undefined && wayIn(error)
    if (way) location.assign(way)
  },
})

/** Runs before the callbacks of a form, which read lists again: who leaves the page meanwhile finds no draft of what was sent. */
const mutationCache = new MutationCache({
  onSuccess: (_answer, _given, _context, mutation) => forgetSent(mutation),
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
  mutationCache,
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

/** Somebody else has changed the record since it was read. */
export const wasOutrun = (error: unknown) =>
  error instanceof Refusal && ['stale', 'step_not_possible'].includes(error.code)

/** An answer got lost, and something else was sent with the key of what had been done. */
const hadArrivedBefore = (error: unknown) => error instanceof Refusal && error.code === 'idempotency_mismatch'

/** Somebody else took the last seats. */
const isFull = (error: unknown) => error instanceof Refusal && ['trip_full', 'session_full'].includes(error.code)

/**
 * Reads again what a write or somebody else has changed, before the end of the write is told. Any other refusal means that nothing
 * has changed: if the record were read below an open form, the form would be sent with a version that it was not filled from.
 */
export const refreshAfter = (error: Error | null, ...keys: string[]) =>
  error === null || wasOutrun(error) || isFull(error) || isGone(error) || hadArrivedBefore(error)
    ? refresh(...keys)
    : undefined

/** The same for `onSettled`. */
export const thenRefresh =
  (...keys: string[]) =>
  (_answer: unknown, error: Error | null) =>
    refreshAfter(error, ...keys)

/** A sentence for an error. What the service says of keys is for programs. */
export const sentenceOf = (error: unknown, unreachable: string) => {
  if (!(error instanceof Refusal)) return unreachable
  const ofKeys = keySentences[error.code]
  return ofKeys ? sayNow(...ofKeys) : error.message
}

const keySentences: Record<string, Words> = {
  idempotency_mismatch: [
    '上次送出的內容已經收到，這次改過的內容沒有送出。請看最新的資料，需要的話再送一次。',
    'What you sent before had arrived; what you changed since was not sent. Look at the record as it is now, and send again if needed.',
  ],
  idempotency_in_progress: [
    '上次送出的內容還在處理，請稍候再按一次；不會重複。',
    'What you sent before is still being done. Press again in a moment; nothing is done twice.',
  ],
}
