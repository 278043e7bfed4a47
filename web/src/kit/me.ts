import { useQuery } from '@tanstack/react-query'
import { getMe, Refusal, signOutBrowser, type User } from 'guidon-sdk'
import { guidon, queryClient } from './api.ts'
import { forgetDrafts } from './drafts.ts'

export type Me = User

const query = { queryKey: ['me'], queryFn: () => getMe(guidon), staleTime: 300_000 }

/** Who is signed in, asked once before the first page; undefined if nobody is. */
export const whoAmI = (): Promise<Me | undefined> =>
  queryClient.ensureQueryData(query).catch((error) => {
    if (error instanceof Refusal && error.status === 401) return undefined
    throw error
  })

/** Only below the shell, which is shown to people who are signed in. */
export const useMe = (): Me => {
  const { data } = useQuery(query)
  if (!data) throw new Error('nobody is signed in')
  return data
}

export const isStaff = ({ role }: Me) => role !== 'customer' && role !== 'leader'

/** Leaves nothing of this person in the browser: the page begins anew. */
export const signOut = async () => {
  await signOutBrowser(guidon).catch(() => {})
  forgetDrafts()
  location.assign('/desk/sign-in')
}
