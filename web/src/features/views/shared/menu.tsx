import './menu.css'
import { type KeyboardEvent, Suspense, useRef, useState } from 'react'
import Bookmark from '~icons/lucide/bookmark'
import { lazy } from '../../../kit/lazy.ts'
import { useSay } from '../../../kit/words.ts'
import type { Asked } from './asked.ts'

const Views = lazy(() => import('./views.tsx'))
const ViewSheet = lazy(() => import('./sheet.tsx'))

type Props = { list: string; filter: Asked }

/** The saved views of a list. They are read when the menu opens; each leads to its address. */
/** As wide as the card of the menu may become, in `menu.css`. */
const WIDEST = 340
const hasRoom = (menu: HTMLElement) => menu.getBoundingClientRect().left + WIDEST < window.innerWidth

export const SavedViews = ({ list, filter: { page: _page, ...asked } }: Props) => {
  const say = useSay()
  const menu = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [named, name] = useState<number | 'new'>()
  const close = () => menu.current?.removeAttribute('open')
  const closeAndName = (view: number | 'new') => {
    close()
    name(view)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    close()
    menu.current?.querySelector('summary')?.focus()
  }
  return (
    <>
      <details
        className="views"
        ref={menu}
        onToggle={({ currentTarget }) => {
          setOpen(currentTarget.open)
          currentTarget.dataset.at = hasRoom(currentTarget) ? 'start' : 'end'
        }}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget, relatedTarget }) =>
          relatedTarget && !currentTarget.contains(relatedTarget) && close()
        }
      >
        <summary className="chip">
          <Bookmark width={15} height={15} />
          {say('檢視', 'Views')}
        </summary>
        <div className="menu-card">
          {/* Above the views, so that it does not move under the pointer when they arrive. */}
          <button
            type="button"
            className="button"
            disabled={Object.keys(asked).length === 0}
            onClick={() => closeAndName('new')}
          >
            {say('儲存目前的條件…', 'Save these filters…')}
          </button>
          <Suspense>{isOpen && <Views list={list} asked={asked} close={close} rename={closeAndName} />}</Suspense>
        </div>
      </details>
      <Suspense>{named && <ViewSheet list={list} asked={asked} of={named} close={() => name(undefined)} />}</Suspense>
    </>
  )
}
