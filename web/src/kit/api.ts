import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { connect, Refusal } from 'guidon-sdk'
import { forgetSent } from './draft-store.ts'
import { ownSentences } from './refusal-sentences.ts'
import { askToSignIn, isSessionOver } from './sign-in-again.ts'
import { locale, sayNow, type Words } from './words.ts'

let answeredAt: string | undefined
/** The time of the latest answer, by the clock of the service. */
export const timeOfAnswer = () => answeredAt

const fetchAndNoteTime: typeof fetch = async (...asked) => {
  const answer = await fetch(...asked)
  const date = answer.headers.get('date')
  if (date) answeredAt = new Date(date).toISOString()
  return answer
}

/** The client of the service that this page came from; the session is in a cookie. */
export const guidon = connect({ language: () => locale.now(), fetch: fetchAndNoteTime })

/** The page for people who are not signed in, or still need a second factor. What is typed on the current page is kept. */
const wayIn = (error: unknown) => {
  if (!(error instanceof Refusal)) return undefined
  if (error.code === 'second_factor_required') return `/desk/second-factor${backHere()}`
  // The sign-in page says that the session has ended, and leads back here afterwards.
  return error.status === 401 && !location.pathname.endsWith('/sign-in')
    ? `/desk/sign-in${backHere()}&ended=true`
    : undefined
}
const backHere = () => `?to=${encodeURIComponent(location.pathname + location.search)}`

let leavingFor: string | undefined
/** Several reads of a page are refused at once. Leaving again for the same address would break off the first navigation. */
const leaveFor = (address: string) => {
  if (address === leavingFor) return
  leavingFor = address
  location.assign(address)
}

let isSigningOut = false
/** Tells whether somebody is signing out: what is refused meanwhile must not leave the page before their data are deleted. */
export const noteSigningOut = (is: boolean) => {
  isSigningOut = is
}

/** If reading again fails, the old data stay on the screen, unless the record is gone. */
const queryCache = new QueryCache({
  onError: (error, query) => {
    if (isSigningOut) return
    // Whoever asked leads to the sign-in. A second way there would load that page again, under the hands of somebody who types.
    if (query.meta?.leadsToSignIn && isSessionOver(error)) return
    if (isGone(error)) query.setState({ data: undefined })
    const way = query.state.data === undefined && wayIn(error)
    if (!way) return
    // A page with a form is not left, because something may have been typed in it, even if only a list of choices was refused.
    if (isSessionOver(error) && document.querySelector('dialog[open] form, #page form'))
      askToSignIn().then((isSignedIn) => isSignedIn && query.fetch())
    else leaveFor(way)
  },
})

/**
 * Runs before the callbacks of a form, which read lists again: somebody who leaves the page meanwhile must not find a draft of what
 * was sent.
 */
const mutationCache = new MutationCache({
  onSuccess: (_answer, _given, _context, mutation) => forgetSent(mutation),
})

export const isGone = (error: unknown) => error instanceof Refusal && error.status === 404

/**
 * While a sheet is open, nothing is read again automatically: its form was filled from a version of the record, and must be sent
 * with that version. Otherwise it would silently undo what a colleague has changed meanwhile. The palette is not a sheet.
 */
export const isSheetOpen = () => document.querySelector('dialog.sheet[open]') !== null

/** The cache of recent answers. Refused requests are not retried, because the answer would be the same. */
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
    // Without a network a write fails at once with a message; otherwise it would wait invisibly.
    mutations: { networkMode: 'always' },
  },
})

/** Reads again all visible queries whose key begins with one of these words. */
export const refresh = (...keys: string[]) =>
  Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))

/** Whether somebody else has changed the record since it was read. */
export const wasOutrun = (error: unknown) =>
  error instanceof Refusal && ['stale', 'step_not_possible'].includes(error.code)

/** Whether colleagues can be asked to approve what was refused. */
export const isForApproval = (error: unknown) => error instanceof Refusal && typeof error.problem.approval === 'string'

/** Whether an earlier request with the same key, whose answer was lost, had another body. */
const hadArrivedBefore = (error: unknown) => error instanceof Refusal && error.code === 'idempotency_mismatch'

/** Whether somebody else took the last seats. */
const isFull = (error: unknown) => error instanceof Refusal && ['trip_full', 'session_full'].includes(error.code)

/**
 * Reads again what a write or a colleague has changed, before the write ends. Any other refusal means that nothing has changed: if
 * the record were read below an open form, the form would be sent with a version that it was not filled from.
 */
export const refreshAfter = (error: Error | null, ...keys: string[]) =>
  error === null || wasOutrun(error) || isFull(error) || isGone(error) || hadArrivedBefore(error)
    ? refresh(...keys)
    : undefined

/** The same as a callback for `onSettled`. */
export const thenRefresh =
  (...keys: string[]) =>
  (_answer: unknown, error: Error | null) =>
    refreshAfter(error, ...keys)

export const unreachable: Words = ['無法連線，請稍後再試。', 'Cannot connect. Please try again later.']

/** The sentence for an error, without technical details. `ifUnreachable` replaces the sentence for a request without an answer. */
export const sentenceOf = (error: unknown, ifUnreachable = sayNow(...unreachable)) => {
  if (!(error instanceof Refusal)) return ifUnreachable
  const own = ownSentences[error.code]
  return own ? sayNow(...own) : error.message
}
