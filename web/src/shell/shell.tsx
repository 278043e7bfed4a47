import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { timeOfAnswer } from '../kit/api.ts'
import { useConnection } from '../kit/connection.ts'
import { lazy, loaded } from '../kit/lazy.ts'
import { useAsking } from '../kit/sign-in-again.ts'
import { dismissToast } from '../kit/toasts.ts'
import { Toasts } from '../kit/toasts-shown.tsx'
import { useSay } from '../kit/words.ts'
import { SubjectLink } from '../ui/subject-link.tsx'
import { Bar } from './bar.tsx'
import { Menu } from './menu.tsx'
import { Offline } from './offline.tsx'
import { useReadNotices } from './read-notices.ts'
import css from './shell.module.css'

const AgainSheet = lazy(() => import('../features/accounts/sign-in/again-sheet.tsx'))

/** The frame of every page after the sign-in. */
export const Shell = () => {
  const say = useSay()
  useLiveUpdates()
  useReadNotices()
  const answer = useAsking()
  return (
    <div className={css.shell}>
      <a className={`${css.skip} button`} href="#page">
        {say('跳到內容', 'Skip to content')}
      </a>
      <Menu />
      <Bar />
      <main id="page" tabIndex={-1}>
        <Offline />
        <Outlet />
      </main>
      <Toasts
        title={({ key, subject, title }) => (
          <SubjectLink subject={subject} onClick={() => dismissToast(key)}>
            {title}
          </SubjectLink>
        )}
      />
      <Suspense>{answer && <AgainSheet answer={answer} />}</Suspense>
    </div>
  )
}

/**
 * While somebody is signed in, the page listens for live changes. The code is loaded after the first page, which does not need it;
 * changes before it listens are reported afterwards.
 */
const useLiveUpdates = () => {
  const isOver = useConnection() === 'over'
  const [opened] = useState(() => ({ here: Date.now(), there: timeOfAnswer() }))
  useEffect(() => {
    if (isOver) return
    const following = loaded(() => import('../kit/live.ts')).then(({ follow }) => follow(opened))
    return () => void following.then((stop) => stop())
  }, [isOver, opened])
}
