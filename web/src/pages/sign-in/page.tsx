import './page.css'
import { useRouter, useSearch } from '@tanstack/react-router'
import type { LoginUnfinished, User } from 'guidon-sdk'
import { useState } from 'react'
import { queryClient } from '../../kit/api.ts'
import { noteSignIn } from '../../kit/me.ts'
import { locale, useSay } from '../../kit/words.ts'
import { CodeForm } from './code-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { Scene } from './scene.tsx'

/** Signs in with the password, and with the second factor if the account has one. */
export default function SignIn() {
  const say = useSay()
  const [unfinished, setUnfinished] = useState<LoginUnfinished>()
  const enter = useEnter()
  return (
    <main className="sign-in">
      <Cover />
      <div className="forms">
        {unfinished ? (
          <CodeForm {...unfinished} signedIn={enter} back={() => setUnfinished(undefined)} />
        ) : (
          <PasswordForm signedIn={enter} goOn={setUnfinished} />
        )}
        <button
          type="button"
          className="button plain"
          onClick={() => locale.set(locale.now() === 'en' ? 'zh-TW' : 'en')}
        >
          {say('English', '中文')}
        </button>
      </div>
    </main>
  )
}

/** Opens the page that was asked for before the sign-in. */
const useEnter = () => {
  const router = useRouter()
  const { to = '' } = useSearch({ from: '/sign-in' })
  return (user: User) => {
    queryClient.clear()
    noteSignIn(user)
    router.history.push(isOwnPage(to) ? to : '/desk')
  }
}

// An address of another site, or `//` in front of one, must not be opened with a fresh session.
const isOwnPage = (to: string) => /^\/desk(\/|\?|$)/.test(to)

const Cover = () => {
  const say = useSay()
  return (
    <div className="scene">
      <Scene />
      <div className="brand">
        <img src="/desk/guidon.svg" alt="" />
        Guidon
      </div>
      <p>
        {say('每一團、每一位旅客、', 'Every departure, every traveler,')}
        <br />
        {say('每一個期限，都在這裡。', 'every deadline, in one place.')}
      </p>
    </div>
  )
}
