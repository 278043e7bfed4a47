import { useQuery } from '@tanstack/react-query'
import { type GetUser, getMe, Refusal, signOutBrowser } from 'guidon-sdk'
import { guidon, queryClient } from './api.ts'
import { forgetDrafts } from './drafts.ts'

export { isStaff, seesBookings, seesRequests, seesTravelers } from './roles.ts'

export type Me = GetUser

const query = { queryKey: ['me'], queryFn: () => getMe(guidon), staleTime: 300_000 }

// The session is in a cookie that no script can read. Without this note nobody is asked for, so that a first visit makes no
// request that is refused.
const SIGNED_IN = 'guidon.signed-in'

/** Somebody has signed in, in this browser. */
export const noteSignIn = (user: Me) => {
  localStorage.setItem(SIGNED_IN, 'yes')
  queryClient.setQueryData(query.queryKey, user)
}

/** Who is signed in, asked once before the first page; undefined if nobody is. */
export const whoAmI = async (): Promise<Me | undefined> => {
  // The page of a sign-in link leads here.
  if (location.hash === '#signed-in') localStorage.setItem(SIGNED_IN, 'yes')
  if (localStorage.getItem(SIGNED_IN) === null) return undefined
  return queryClient.ensureQueryData(query).catch((error) => {
    if (!(error instanceof Refusal && error.status === 401)) throw error
    localStorage.removeItem(SIGNED_IN)
    return undefined
  })
}

/** Only below the shell, which is shown to people who are signed in. */
export const useMe = (): Me => {
  const { data } = useQuery(query)
  if (!data) throw new Error('nobody is signed in')
  return data
}

/** Leaves nothing of this person in the browser: the page begins anew. */
export const signOut = async () => {
  // What is still being read would be refused now, and would lead back here.
  await queryClient.cancelQueries()
  await signOutBrowser(guidon).catch(() => {})
  localStorage.removeItem(SIGNED_IN)
  forgetDrafts()
  location.assign('/desk/sign-in')
}
