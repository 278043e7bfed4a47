import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { sentenceOf } from '../kit/api.ts'
import { readHouse } from '../kit/house.ts'
import { whoAmI } from '../kit/me.ts'
import { sayNow } from '../kit/words.ts'

/** Leads whoever is not signed in to the sign-in, and from there to the page that was asked for. */
export const signedInOnly = async ({ location }: { location: ParsedLocation }) => {
  const [me] = await Promise.all([whoAmI(), readHouse()]).catch(failInWords)
  if (me !== 'nobody' && me !== 'ended') return
  const asked = location.pathname === '/' ? {} : { to: `/desk${location.href}` }
  throw redirect({ to: '/sign-in', search: me === 'ended' ? { ...asked, ended: true } : asked })
}

const failInWords = (error: unknown) => {
  const unreachable = sayNow('連不上服務，請稍後再試。', 'The service cannot be reached; try again soon.')
  throw new Error(sentenceOf(error, unreachable), { cause: error })
}
