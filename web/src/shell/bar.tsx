import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { countUnreadNotifications } from 'guidon-sdk'
import { useEffect, useState } from 'react'
import Bell from '~icons/lucide/bell'
import CircleUser from '~icons/lucide/circle-user'
import Languages from '~icons/lucide/languages'
import Moon from '~icons/lucide/moon'
import Search from '~icons/lucide/search'
import Sun from '~icons/lucide/sun'
import { guidon, isSheetOpen, queryClient } from '../kit/api.ts'
import { useConnection, useIsOnline } from '../kit/connection.ts'
import { useAfterPage } from '../kit/idle.ts'
import { isTyping, walkRows } from '../kit/keys.ts'
import { loaded } from '../kit/lazy.ts'
import { locale, theme, useSay } from '../kit/words.ts'
import type Palette from './palette.tsx'

export const Bar = () => {
  const say = useSay()
  const [isFinding, setFinding] = useState(false)
  const Palette = usePalette(isFinding)
  useKeys(() => setFinding(true))
  return (
    <header className="bar">
      <button type="button" className="find" onClick={() => setFinding(true)}>
        <Search />
        <span>{say('找團、旅客、訂單、加購…', 'Find trips, travelers, bookings…')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <div className="tools">
        <LiveSign />
        <Notifications />
        <LocaleButton />
        <ThemeButton />
        <Link className="button plain square own" to="/account" aria-label={say('我的帳號', 'My account')}>
          <CircleUser width={17} height={17} />
        </Link>
      </div>
      {isFinding && Palette && <Palette close={() => setFinding(false)} />}
    </header>
  )
}

/** Loaded after the first page, before it is wanted: no letter is lost that is typed right after its key. */
const usePalette = (isWanted: boolean) => {
  const [palette, setPalette] = useState<{ default: typeof Palette }>()
  const isTime = useAfterPage() || isWanted
  useEffect(() => {
    if (isTime) loaded(() => import('./palette.tsx')).then(setPalette)
  }, [isTime])
  return palette?.default
}

const LiveSign = () => {
  const say = useSay()
  const connection = useConnection()
  const isLive = useIsOnline() && connection === 'live'
  const words = connection === 'over' ? say('已登出', 'Signed out') : say('連線中…', 'Connecting…')
  return (
    <span className={isLive ? 'live on' : 'live'} role="status">
      <span>{isLive ? say('即時更新', 'Live') : words}</span>
    </span>
  )
}

/** How much is unread; the stream keeps it true. */
const Notifications = () => {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['notifications', 'unread'],
    queryFn: () => countUnreadNotifications(guidon),
    staleTime: 300_000,
  })
  const words = say('通知', 'Notifications')
  return (
    <Link className="button plain square bell" to="/notifications" search={data?.unread ? { unread: true } : {}}>
      <Bell width={17} height={17} />
      <span className="unseen">{words}</span>
      {Boolean(data?.unread) && (
        <span className="tally">
          {Math.min(data?.unread ?? 0, 99)}
          <span className="unseen">{say('則未讀', ' unread')}</span>
        </span>
      )}
    </Link>
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
      <Languages width={17} height={17} />
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
      {isDark ? <Sun width={17} height={17} /> : <Moon width={17} height={17} />}
    </button>
  )
}

const useKeys = (find: () => void) =>
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // An open sheet lies above everything, so what opened now would be out of reach.
      if (isSheetOpen()) return
      walkRows(event)
      const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey)
      if (!isShortcut && (event.key !== '/' || isTyping(event))) return
      event.preventDefault()
      find()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
