import { lazy, Suspense, useEffect, useState } from 'react'
import { queryClient } from '../kit/api.ts'
import { isTyping, walkRows } from '../kit/keys.ts'
import { useIsLive } from '../kit/live.ts'
import { signOut } from '../kit/me.ts'
import { locale, theme, useSay } from '../kit/words.ts'
import { Languages, LogOut, Moon, Search, Sun } from '../parts/icons.tsx'

const Palette = lazy(() => import('./palette.tsx'))

export const Bar = () => {
  const say = useSay()
  const [isFinding, setFinding] = useState(false)
  useKeys(() => setFinding(true))
  return (
    <header className="bar">
      <button type="button" className="find" onClick={() => setFinding(true)}>
        <Search />
        <span>{say('找加購、旅客、頁面…', 'Find requests, travelers, pages…')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <div className="tools">
        <LiveSign />
        <LocaleButton />
        <ThemeButton />
        <button
          type="button"
          className="button plain square leave"
          onClick={signOut}
          aria-label={say('登出', 'Sign out')}
        >
          <LogOut size={17} />
        </button>
      </div>
      {isFinding && (
        <Suspense>
          <Palette close={() => setFinding(false)} />
        </Suspense>
      )}
    </header>
  )
}

const LiveSign = () => {
  const say = useSay()
  const isLive = useIsLive()
  return (
    <span className={isLive ? 'live on' : 'live'} role="status">
      <span>{isLive ? say('即時更新', 'Live') : say('連線中…', 'Connecting…')}</span>
    </span>
  )
}

/** The service speaks the reader's language too, so its sentences are read again. */
const swapLocale = () => {
  locale.set(locale.now() === 'en' ? 'zh-TW' : 'en')
  queryClient.invalidateQueries()
}

const LocaleButton = () => {
  const say = useSay()
  return (
    <button
      type="button"
      className="button plain square"
      onClick={swapLocale}
      aria-label={say('Switch to English', '切換為中文')}
    >
      <Languages size={17} />
    </button>
  )
}

const ThemeButton = () => {
  const say = useSay()
  const chosen = theme.use()
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  return (
    <button
      type="button"
      className="button plain square"
      aria-label={isDark ? say('淺色', 'Light') : say('深色', 'Dark')}
      onClick={() => theme.set(isDark ? 'light' : 'dark')}
    >
      {isDark ? <Sun size={17} /> : <Moon size={17} />}
    </button>
  )
}

const useKeys = (find: () => void) =>
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      walkRows(event)
      const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey)
      if (!isShortcut && (event.key !== '/' || isTyping(event))) return
      event.preventDefault()
      find()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
