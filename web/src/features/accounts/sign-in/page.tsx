import { useRouter, useSearch } from '@tanstack/react-router'
import { getMySecondFactor, type LoginUnfinished, type Me, readPocket } from 'guidon-sdk'
import { useState } from 'react'
import { guidon, queryClient } from '../../../kit/api.ts'
import { today } from '../../../kit/days.ts'
import { noteSignIn } from '../../../kit/me.ts'
import { onlyLeads, pocketPath } from '../../../kit/pocket.ts'
import { useSay } from '../../../kit/words.ts'
import { CodeForm } from './code-form.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { Frame } from './frame.tsx'
import { ownPage } from './own-page.ts'
import { PasswordForm } from './password-form.tsx'

/** Signs in with the password, and with the second factor if the account has one. */
export default function SignIn() {
  const say = useSay()
  const [unfinished, setUnfinished] = useState<LoginUnfinished>()
  const [hasForgotten, setForgotten] = useState(false)
  const enter = useEnter()
  const { ended = false } = useSearch({ from: '/sign-in' })
  if (hasForgotten)
    return (
      <Frame>
        <ForgotPassword back={() => setForgotten(false)} />
      </Frame>
    )
  return (
    <Frame>
      {unfinished ? (
        <CodeForm {...unfinished} signedIn={enter} back={() => setUnfinished(undefined)} />
      ) : (
        <PasswordForm signedIn={enter} goOn={setUnfinished} forgot={() => setForgotten(true)}>
          <h1>{say('登入', 'Sign in')}</h1>
          {ended && (
            <p role="status">
              <b>{say('登入已結束', 'Your session has ended')}</b>
              {say('，請重新登入；您輸入的內容已保留。', '. Please sign in again; what you typed is kept.')}
            </p>
          )}
        </PasswordForm>
      )}
    </Frame>
  )
}

/** A leader on the road has a phone. */
const isOnPhone = () => matchMedia('(max-width: 720px)').matches

/** The trip that a leader is on, or else the next one in its pocket. */
const tripOnTheRoad = async () => {
  const { trips } = await readPocket(guidon)
  return trips.find(({ return_date }) => return_date >= today())?.id
}

/** Opens the page that was requested before the sign-in; if the role requires a second factor, its setup comes first. */
const useEnter = () => {
  const router = useRouter()
  const { to } = useSearch({ from: '/sign-in' })
  return async (user: Me) => {
    queryClient.clear()
    noteSignIn(user)
    const { is_required, factors } = await getMySecondFactor(guidon)
    if (is_required && factors.length === 0)
      await router.navigate({ to: '/second-factor', search: { to: ownPage(to) } })
    else if (to === undefined && onlyLeads(user) && isOnPhone())
      location.assign(pocketPath(await tripOnTheRoad().catch(() => undefined)))
    else router.history.push(ownPage(to))
  }
}
