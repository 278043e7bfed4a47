import { Outlet } from '@tanstack/react-router'
import { useLiveUpdates } from '../kit/live.ts'
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
