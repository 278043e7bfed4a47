import { useRouter, useSearch } from '@tanstack/react-router'
import { type GetUser, getMySecondFactor, type LoginUnfinished } from 'guidon-sdk'
import { useState } from 'react'
import { guidon, queryClient } from '../../../kit/api.ts'
import { noteSignIn } from '../../../kit/me.ts'
import { CodeForm } from './code-form.tsx'
import { Frame } from './frame.tsx'
import { ownPage } from './own-page.ts'
import { PasswordForm } from './password-form.tsx'

/** Signs in with the password, and with the second factor if the account has one. */
export default function SignIn() {
  const [unfinished, setUnfinished] = useState<LoginUnfinished>()
  const enter = useEnter()
  const { ended = false } = useSearch({ from: '/sign-in' })
  return (
    <Frame>
      {unfinished ? (
        <CodeForm {...unfinished} signedIn={enter} back={() => setUnfinished(undefined)} />
      ) : (
        <PasswordForm hasEnded={ended} signedIn={enter} goOn={setUnfinished} />
      )}
    </Frame>
  )
}

/** Opens the page that was asked for before the sign-in; before it, the second factor if the role requires one. */
const useEnter = () => {
  const router = useRouter()
  const { to } = useSearch({ from: '/sign-in' })
  return async (user: GetUser) => {
    queryClient.clear()
    noteSignIn(user)
    const { is_required, factors } = await getMySecondFactor(guidon)
    if (is_required && factors.length === 0)
      await router.navigate({ to: '/second-factor', search: { to: ownPage(to) } })
    else router.history.push(ownPage(to))
  }
}
