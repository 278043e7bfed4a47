import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { countWork } from 'guidon-sdk'
import { useEffect, useRef } from 'react'
import LogOut from '~icons/lucide/log-out'
import { guidon } from '../kit/api.ts'
import { useHouse } from '../kit/house.ts'
import { useAfterPage } from '../kit/idle.ts'
import { type Me, signOut, useMe } from '../kit/me.ts'
import { roleOf } from '../kit/role-words.ts'
import { hasWork } from '../kit/roles.ts'
import { nameOf, useSay } from '../kit/words.ts'
import { iconName } from '../ui/icon-name.ts'
import { menuEntries } from './menu-entries.ts'
import css from './shell.module.css'

export const Menu = () => {
  const say = useSay()
  const me = useMe()
  const house = useHouse()
  const entries = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another entry.
  useEffect(() => showCurrent(entries.current), [pathname])
  return (
    <nav className="menu" aria-label={say('主選單', 'Main')}>
      <Brand />
      <ul ref={entries}>
        {menuEntries.map(
          ({ to, words, icon: Icon, isFor, isUsed }) =>
            Icon &&
            isFor(me) &&
            (!isUsed || isUsed(house)) && (
              <li key={to}>
                <Link className={css.item} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
                  <Icon width={18} height={18} />
                  {say(...words)}
                  {to === '/' && hasWork(me) && <WorkTally />}
                </Link>
              </li>
            ),
        )}
      </ul>
      <Account me={me} />
    </nav>
  )
}

/** On a phone the entries are wider than the screen. Only their row is scrolled, not the page. */
const showCurrent = (entries: HTMLElement | null) => {
  const current = entries?.querySelector<HTMLElement>('[aria-current=page]')
  if (entries && current) entries.scrollLeft = current.offsetLeft - (entries.clientWidth - current.clientWidth) / 2
}

const Brand = () => {
  const say = useSay()
  const house = useHouse()
  return (
    <div className={css.brand}>
      <img src={house?.logo_url ?? '/desk/guidon.svg'} alt="" />
      <span>{house?.name ? nameOf(say, { name: house.name, name_en: house.name_en }) : 'Guidon'}</span>
    </div>
  )
}

const Account = ({ me }: { me: Me }) => {
  const say = useSay()
  return (
    <div className={css.account}>
      <Link className={css.who} to="/account" title={say('我的帳號', 'My account')}>
        <span className={`face turn-${me.role}`} aria-hidden="true">
          {me.name.slice(0, 1)}
        </span>
        <span className={css.name}>
          <b>{nameOf(say, me)}</b>
          <span className="tiny soft">{roleOf(say, me)}</span>
        </span>
      </Link>
      <button type="button" className="button plain square" {...iconName(say('登出', 'Sign out'))} onClick={signOut}>
        <LogOut />
      </button>
    </div>
  )
}

/**
 * The number of work items of the reader and the team; the live stream updates it. Counting is slower than reading most pages, so
 * it is loaded afterwards.
 */
const WorkTally = () => {
  const { data } = useQuery({
    queryKey: ['work', 'counts'],
    queryFn: () => countWork(guidon),
    staleTime: 300_000,
    enabled: useAfterPage(),
  })
  return <Tally total={data?.count} />
}

const MOST = 99

const Tally = ({ total }: { total: number | undefined }) => {
  const say = useSay()
  if (!total) return null
  return (
    <span className={css.tally}>
      {total > MOST ? `${MOST}+` : total}
      <span className="unseen">{say('件等您處理', ' waiting for you')}</span>
    </span>
  )
}
