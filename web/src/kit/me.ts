import { useQuery } from '@tanstack/react-query'
import { type GetUser, getMe, Refusal, signOutBrowser } from 'guidon-sdk'
import { guidon, queryClient, sentenceOf } from './api.ts'
import { forgetDrafts, keepDraftsOf } from './drafts.ts'
import { showToast } from './toasts.ts'
import { sayNow } from './words.ts'

export { isStaff, seesBookings, seesRequests, seesTravelers } from './roles.ts'

export type Me = GetUser

const query = { queryKey: ['me'], queryFn: () => getMe(guidon), staleTime: 300_000 }

// The session is in a cookie that no script can read. Without this note nobody is asked for, so that a first visit makes no
// request that is refused.
const SIGNED_IN = 'guidon.signed-in'

/** Somebody has signed in, in this browser. */
export const noteSignIn = (user: Me) => {
  localStorage.setItem(SIGNED_IN, 'yes')
  keepDraftsOf(user.id)
  queryClient.setQueryData(query.queryKey, user)
}

/** Who is signed in, asked once before the first page. `ended`: somebody was, until now. */
export const whoAmI = async (): Promise<Me | 'nobody' | 'ended'> => {
  // The page of a sign-in link leads here.
  if (location.hash === '#signed-in') localStorage.setItem(SIGNED_IN, 'yes')
  if (localStorage.getItem(SIGNED_IN) === null) return 'nobody'
  try {
    const me = await queryClient.ensureQueryData(query)
    keepDraftsOf(me.id)
    return me
  } catch (error) {
    if (!isSessionOver(error)) throw error
    localStorage.removeItem(SIGNED_IN)
    return 'ended'
  }
}

const isSessionOver = (error: unknown) => error instanceof Refusal && error.status === 401

/** Only below the shell, which is shown to people who are signed in. */
export const useMe = (): Me => {
  const { data } = useQuery(query)
  if (!data) throw new Error('nobody is signed in')
  return data
}

/** Leaves nothing of this person in the browser: the page begins anew. As long as the session lives, nobody is told that it ended. */
export const signOut = async () => {
  // What is still being read would be refused now, and would lead back here.
  await queryClient.cancelQueries()
  try {
    await signOutBrowser(guidon)
  } catch (error) {
    if (!isSessionOver(error)) return failSignOut(error)
  }
  localStorage.removeItem(SIGNED_IN)
  forgetDrafts()
  location.assign('/desk/sign-in')
}

const failSignOut = (error: unknown) => {
  const unreachable = sayNow('連不上服務，您還沒有登出。', 'The service cannot be reached: you are still signed in.')
  showToast({ tone: 'bad', title: sentenceOf(error, unreachable) })
  queryClient.invalidateQueries()
}
