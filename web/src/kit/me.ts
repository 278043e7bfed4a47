import { useQuery } from '@tanstack/react-query'
import { getMe, logoutAll, type Me, signOutBrowser } from 'guidon-sdk'
import { guidon, noteSigningOut, queryClient, sentenceOf } from './api.ts'
import { forgetDrafts, keepDraftsOf } from './draft-store.ts'
import { forgetPocket } from './pocket.ts'
import { isSessionOver } from './sign-in-again.ts'
import { showToast } from './toasts.ts'
import { locale, sayNow } from './words.ts'

export { isStaff, seesBookings, seesRequests, seesTravelers } from './roles.ts'

export type { Me }

const query = { queryKey: ['me'], queryFn: () => getMe(guidon), staleTime: 300_000, meta: { leadsToSignIn: true } }

// Scripts cannot read the session cookie. This flag says that somebody has signed in, so that a first visit does not send a request
// that is refused.
const SIGNED_IN = 'guidon.signed-in'

/** Notes that somebody has signed in, in this browser. */
export const noteSignIn = (user: Me) => {
  localStorage.setItem(SIGNED_IN, 'yes')
  keepDraftsOf(user.id)
  locale.set(user.locale)
  queryClient.setQueryData(query.queryKey, user)
}

/** Who is signed in; requested once before the first page. `ended`: somebody was signed in, but the session has ended. */
export const whoAmI = async (): Promise<Me | 'nobody' | 'ended'> => {
  if (localStorage.getItem(SIGNED_IN) === null) return 'nobody'
  try {
    const me = await queryClient.ensureQueryData(query)
    keepDraftsOf(me.id)
    if (!locale.isChosen()) locale.set(me.locale)
    return me
  } catch (error) {
    if (!isSessionOver(error)) throw error
    localStorage.removeItem(SIGNED_IN)
    return 'ended'
  }
}

/** Use only below the shell, which is shown only to people who are signed in. */
export const useMe = (): Me => {
  const { data } = useQuery(query)
  if (!data) throw new Error('nobody is signed in')
  return data
}

/** Signs out of this browser. */
export const signOut = () => signOutBy(() => signOutBrowser(guidon))

/** Ends all sessions of this person, and revokes the personal tokens. */
export const signOutEverywhere = () =>
  signOutBy(async () => {
    await logoutAll(guidon)
    await signOutBrowser(guidon)
  })

/** Ends the session, deletes all data of this person in the browser, and loads the page again. If it fails, nothing is deleted. */
const signOutBy = async (end: () => Promise<unknown>) => {
  noteSigningOut(true)
  await queryClient.cancelQueries()
  try {
    await end()
  } catch (error) {
    if (!isSessionOver(error)) return failSignOut(error)
  }
  localStorage.removeItem(SIGNED_IN)
  forgetDrafts()
  forgetPocket()
  location.assign('/desk/sign-in')
}

const failSignOut = (error: unknown) => {
  noteSigningOut(false)
  const unreachable = sayNow('無法連線，您尚未登出。', 'Cannot connect. You are still signed in.')
  showToast({ tone: 'bad', title: sentenceOf(error, unreachable) })
  queryClient.invalidateQueries()
}
