import './palette.css'
import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import Lens from '~icons/lucide/search'
import { useModal } from '../kit/modal.ts'
import { useSay } from '../kit/words.ts'
import { fieldOf } from '../ui/option.tsx'
import { Results, useActive } from './palette-list.tsx'
import { type Result, useResults } from './palette-search.tsx'

/** One field that leads anywhere: to pages and to records. */
export default function Palette({ close }: { close: () => void }) {
  const say = useSay()
  const list = useId()
  const dialog = useModal()
  const [text, setText] = useState('')
  const { groups, words } = useResults(text)
  const go = useGo(close)
  const { active, mark, onKeyDown } = useActive(groups, go)
  const type = (typed: string) => {
    setText(typed)
    mark(undefined)
  }
  return (
    <dialog className="palette" ref={dialog} aria-label={say('搜尋', 'Search')} onClose={close} {...useBackdrop(close)}>
      <div className="ask">
        <Lens width={18} height={18} />
        <input
          data-first
          {...fieldOf(list, groups.length > 0, active?.key)}
          aria-label={say('搜尋', 'Search')}
          placeholder={say('團號、旅客、訂單、電話、頁面…', 'Trip, traveler, booking, phone, page…')}
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {groups.length > 0 && <Results key={text} {...{ list, groups, active, mark, go }} />}
      <div role="status">{words && <p className="empty">{words}</p>}</div>
    </dialog>
  )
}

/** Leads to a page. The palette also closes when another page is opened otherwise, as by the button back of the browser. */
const useGo = (close: () => void) => {
  const router = useRouter()
  const [opened] = useState(router.history.location.pathname)
  useEffect(
    () => router.history.subscribe(({ location }) => location.pathname !== opened && close()),
    [router, opened, close],
  )
  return ({ target }: Result) => {
    close()
    router.history.push(router.buildLocation(target).href)
  }
}

/** A press on the backdrop closes; not one that began in the field, to mark its text. */
const useBackdrop = (close: () => void) => {
  const isPressed = useRef(false)
  const isOutside = ({ target, currentTarget }: MouseEvent) => target === currentTarget
  return {
    onMouseDown: (event: MouseEvent) => {
      isPressed.current = isOutside(event)
      // The focus stays in the field.
      if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
    },
    onClick: (event: MouseEvent) => isPressed.current && isOutside(event) && close(),
  }
}
