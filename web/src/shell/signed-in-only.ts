import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { sentenceOf } from '../kit/api.ts'
import { readHouse } from '../kit/house.ts'
import { whoAmI } from '../kit/me.ts'

/** Redirects people who are not signed in to the sign-in, which leads back to the requested page. */
export const signedInOnly = async ({ location }: { location: ParsedLocation }) => {
  const [me] = await Promise.all([whoAmI(), readHouse()]).catch(failInWords)
  if (me !== 'nobody' && me !== 'ended') return me.role === 'customer' ? leaveForPlace() : undefined
  const asked = location.pathname === '/' ? {} : { to: `/desk${location.href}` }
  throw redirect({ to: '/sign-in', search: me === 'ended' ? { ...asked, ended: true } : asked })
}

// The bookings of a customer are pages of their own, outside of the console. Nothing is shown until the browser has left.
const leaveForPlace = () => {
  location.replace('/my/')
  return new Promise<never>(() => {})
}

const failInWords = (error: unknown) => {
  throw new Error(sentenceOf(error), { cause: error })
}
