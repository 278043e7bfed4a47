import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  type SVGProps,
  type ToggleEvent,
  useId,
  useRef,
  useState,
} from 'react'
import Ellipsis from '~icons/lucide/ellipsis'
import { useSay, type Words } from '../kit/words.ts'
import css from './acts-menu.module.css'
import { iconName } from './icon-name.ts'

type Opened = (close: () => void) => ReactNode

/** What may be done with a record: an act opens a sheet, works at once, or opens a file in a new tab. */
export type Act = {
  words: Words
  icon: ComponentType<SVGProps<SVGSVGElement>>
  /** It takes something away for good: it is red and stands last, behind a line. */
  isGrave?: boolean
} & ({ sheet: Opened } | { act: () => void; isPending?: boolean } | { href: string })

type Props = {
  /** What is not possible, or not for the reader, is left out. */
  acts: readonly (Act | false | null | undefined)[]
  /** The subject, for screen readers, where a page has several menus; the button is then an icon alone. */
  of?: string
}

/** 「更多」: a button with a menu of acts, for a mouse, a finger and a keyboard. */
export const ActsMenu = ({ acts, of }: Props) => {
  const say = useSay()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [chosen, choose] = useState<Act>()
  const possible = acts.filter((act) => !!act)
  if (possible.length === 0 && !chosen) return null
  // What was possible when its sheet was opened stays there, with the record as it is now.
  const opened = chosen && (possible.find(({ words }) => words[1] === chosen.words[1]) ?? chosen)
  const [plain, grave] = [possible.filter(({ isGrave }) => !isGrave), possible.filter(({ isGrave }) => isGrave)]
  const more = say('更多', 'More')
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]:enabled, a') ?? [])]
  const take = (act: Act) => {
    menu.current?.hidePopover()
    if ('sheet' in act) choose(act)
    else if ('act' in act) act.act()
  }
  const onButtonKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    if (!menu.current?.matches(':popover-open')) menu.current?.showPopover()
    items()
      .at(event.key === 'ArrowUp' ? -1 : 0)
      ?.focus()
  }
  const onMenuKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') menu.current?.hidePopover()
    const all = items()
    const next = indexAfter(event.key, all.indexOf(document.activeElement as HTMLElement), all.length)
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }
  const onToggle = ({ newState }: ToggleEvent) => {
    setOpen(newState === 'open')
    if (newState === 'open' && !menu.current?.contains(document.activeElement)) items()[0]?.focus()
  }
  const item = (act: Act) => <Item key={act.words[1]} act={act} take={() => take(act)} />
  return (
    <>
      <button
        type="button"
        className={of ? 'button plain square' : 'button'}
        ref={button}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onKeyDown={onButtonKey}
        {...(of && iconName(say(`更多 ${of}`, `More: ${of}`)))}
      >
        <Ellipsis />
        {!of && more}
      </button>
      <div
        className={css.menu}
        role="menu"
        tabIndex={-1}
        aria-label={of ?? more}
        id={id}
        popover="auto"
        ref={menu}
        onBeforeToggle={() => menu.current && button.current && moveBeside(menu.current, button.current)}
        onToggle={onToggle}
        onKeyDown={onMenuKey}
      >
        {plain.map(item)}
        {plain.length > 0 && grave.length > 0 && <hr />}
        {grave.map(item)}
      </div>
      <Suspense>{opened && 'sheet' in opened && opened.sheet(() => choose(undefined))}</Suspense>
    </>
  )
}

const Item = ({ act, take }: { act: Act; take: () => void }) => {
  const say = useSay()
  const { words, icon: Icon, isGrave } = act
  const shared = {
    role: 'menuitem',
    tabIndex: -1,
    className: isGrave ? `${css.item} ${css.grave}` : css.item,
    onClick: take,
  }
  const face = (
    <>
      <Icon />
      {say(...words)}
    </>
  )
  if ('href' in act)
    return (
      <a href={act.href} target="_blank" rel="noreferrer" {...shared}>
        {face}
      </a>
    )
  return (
    <button type="button" disabled={'act' in act && act.isPending} {...shared}>
      {face}
    </button>
  )
}

/** The item that a key leads to; the arrows go round. */
const indexAfter = (key: string, at: number, count: number) => {
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (Math.max(at, 0) + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

const GAP = 6
const MARGIN = 8

/**
 * The menu opens towards the side where the screen has more room, which is at least half of it, and scrolls if that is too little.
 * So it is never cut, however large it is, and its size need not be known before it is shown.
 */
const moveBeside = ({ style }: HTMLElement, button: HTMLElement) => {
  const { left, right, top, bottom } = button.getBoundingClientRect()
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const isAtStart = left < width - right
  const isBelow = top < height - bottom
  style.inset = [
    isBelow ? `${bottom + scrollY + GAP}px` : 'auto',
    isAtStart ? 'auto' : `${width - right}px`,
    isBelow ? 'auto' : `${height - top - scrollY + GAP}px`,
    isAtStart ? `${left}px` : 'auto',
  ].join(' ')
  style.maxWidth = `${Math.min(340, (isAtStart ? width - left : right) - MARGIN)}px`
  style.maxHeight = `${(isBelow ? height - bottom : top) - GAP - MARGIN}px`
}
