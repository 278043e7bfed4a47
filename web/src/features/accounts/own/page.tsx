import { Suspense } from 'react'
import LogOut from '~icons/lucide/log-out'
import { useHouse } from '../../../kit/house.ts'
import { lazy } from '../../../kit/lazy.ts'
import { signOut, useMe } from '../../../kit/me.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import css from './page.module.css'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { Tokens } from './tokens.tsx'

const OwnLine = lazy(() => import('../../line/shared/own-line.tsx'))

/** The reader's own account. */
export default function Account() {
  const say = useSay()
  const me = useMe()
  const usesLine = useHouse()?.uses_line === true
  return (
    <div className={`page ${css.accountPage}`}>
      <header>
        <div>
          <h1>{say('我的帳號', 'My account')}</h1>
          <p className="soft">
            {nameOf(say, me)}・{me.email}
          </p>
        </div>
        <div className="right">
          <button type="button" className="button" onClick={signOut}>
            <LogOut width={15} height={15} />
            {say('登出', 'Sign out')}
          </button>
        </div>
      </header>
      <div className="column">
        <Profile />
        <Password />
      </div>
      <div className="column">
        <SecondFactor />
        {usesLine && (
          <Suspense>
            <OwnLine />
          </Suspense>
        )}
        <Sessions />
        <Tokens />
      </div>
    </div>
  )
}
