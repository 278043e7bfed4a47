import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loaded } from '../kit/lazy.ts'
import { useSay } from '../kit/words.ts'
import { Bar } from './bar.tsx'
import { Menu } from './menu.tsx'
import { Offline } from './offline.tsx'
import { Toasts } from './toasts.tsx'

/** What stands around every page of people who are signed in. */
export const Shell = () => {
  const say = useSay()
  useLiveUpdates()
  return (
    <div className="shell">
      <a className="skip button" href="#page">
        {say('跳到內容', 'Skip to the page')}
      </a>
      <Menu />
      <Bar />
      <main id="page" tabIndex={-1}>
        <Offline />
        <Outlet />
      </main>
      <Toasts />
    </div>
  )
}

/** While somebody is signed in, changes are followed. What does it is loaded beside the first page, which needs none of it. */
const useLiveUpdates = () =>
  useEffect(() => {
    const following = loaded(() => import('../kit/live.ts')).then(({ follow }) => follow())
    return () => void following.then((stop) => stop())
  }, [])
