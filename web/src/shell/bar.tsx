import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import Bell from '~icons/lucide/bell'
import CircleUser from '~icons/lucide/circle-user'
import Languages from '~icons/lucide/languages'
import Moon from '~icons/lucide/moon'
import Search from '~icons/lucide/search'
import Sun from '~icons/lucide/sun'
import { isSheetOpen, queryClient } from '../kit/api.ts'
import { useConnection, useIsOnline } from '../kit/connection.ts'
import { useAfterPage } from '../kit/idle.ts'
import { isTyping, walkRows } from '../kit/keys.ts'
import { lazy, loaded } from '../kit/lazy.ts'
import { locale, theme, useSay } from '../kit/words.ts'
import { iconName } from '../ui/icon-name.ts'
import type { SheetName } from './commands.ts'
import type Palette from './palette.tsx'
import { useUnread } from './read-notices.ts'
import css from './shell.module.css'

const KeysSheet = lazy(() => import('./keys-sheet.tsx'))
const NewBookingSheet = lazy(() => import('../features/bookings/shared/new/sheet.tsx'))

export const Bar = () => {
  const say = useSay()
  const [isFinding, setFinding] = useState(false)
  const [sheet, setSheet] = useState<SheetName>()
  const Palette = usePalette(isFinding)
  useKeys({ find: () => setFinding(true), help: () => setSheet('keys') })
  return (
    <>
      <header className={css.bar}>
        <button type="button" className={css.find} onClick={() => setFinding(true)}>
          <Search />
          <span>{say('找團、旅客、訂單、加購…', 'Find trips, travelers, bookings…')}</span>
          <kbd>Ctrl K</kbd>
        </button>
        <div className={css.tools}>
          <LiveSign />
          <Notifications />
          <LocaleButton />
          <ThemeButton />
          <Link className={`button plain square ${css.own}`} to="/account" {...iconName(say('我的帳號', 'My account'))}>
            <CircleUser width={17} height={17} />
          </Link>
        </div>
        {isFinding && Palette && <Palette close={() => setFinding(false)} open={setSheet} />}
      </header>
      <Suspense>
        {sheet === 'keys' && <KeysSheet close={() => setSheet(undefined)} />}
        {sheet === 'booking' && <NewBookingSheet trip={undefined} close={() => setSheet(undefined)} />}
      </Suspense>
    </>
  )
}

/** The palette is loaded right after the first page, so that no letter is lost that is typed after its shortcut. */
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
    <span className={isLive ? `${css.live} ${css.on}` : css.live} role="status">
      <span>{isLive ? say('即時更新', 'Live') : words}</span>
    </span>
  )
}

/** The number of unread notices; the live stream updates it. */
const Notifications = () => {
  const say = useSay()
  const unread = useUnread()
  const words = say('通知', 'Notifications')
  return (
    <Link
      className={`button plain square ${css.bell}`}
      to="/notifications"
      search={unread ? { unread: true } : {}}
      title={words}
    >
      <Bell width={17} height={17} />
      <span className="unseen">{words}</span>
      {unread > 0 && (
        <span className={css.tally}>
          {Math.min(unread, 99)}
          <span className="unseen">{say('則未讀', ' unread')}</span>
        </span>
      )}
    </Link>
  )
}

/** The sentences of the service are in the reader's language too, so they are read again. */
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
      {...iconName(say('Switch to English', '切換為中文'))}
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
      {...iconName(isDark ? say('淺色', 'Light') : say('深色', 'Dark'))}
      onClick={() => theme.set(isDark ? 'light' : 'dark')}
    >
      {isDark ? <Sun width={17} height={17} /> : <Moon width={17} height={17} />}
    </button>
  )
}

type Doing = { find: () => void; help: () => void }

const useKeys = ({ find, help }: Doing) =>
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A sheet that opened now would be below the open one.
      if (isSheetOpen()) return
      walkRows(event)
      const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey)
      const isLetter = !isTyping(event)
      const act =
        isShortcut || (isLetter && event.key === '/') ? find : isLetter && event.key === '?' ? help : undefined
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
