import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import Lens from '~icons/lucide/search'
import { useModal } from '../kit/modal.ts'
import { useSay } from '../kit/words.ts'
import { fieldOf } from '../ui/option.tsx'
import type { SheetName } from './commands.ts'
import css from './palette.module.css'
import { Results, useActive } from './palette-list.tsx'
import { type Result, useResults } from './palette-search.tsx'

type Props = { close: () => void; open: (sheet: SheetName) => void }

/** A search field for pages and records that also runs commands. */
export default function Palette({ close, open }: Props) {
  const say = useSay()
  const list = useId()
  const dialog = useModal()
  const [text, setText] = useState('')
  const { groups, words } = useResults(text)
  const go = useGo(close, open)
  const { active, mark, onKeyDown } = useActive(groups, go)
  const type = (typed: string) => {
    setText(typed)
    mark(undefined)
  }
  return (
    <dialog
      className={css.palette}
      ref={dialog}
      aria-label={say('搜尋', 'Search')}
      onClose={close}
      {...useBackdrop(close)}
    >
      <div className={css.ask}>
        <Lens width={18} height={18} />
        <input
          data-first
          {...fieldOf(list, groups.length > 0, active?.key)}
          aria-label={say('搜尋', 'Search')}
          placeholder={say('團號、旅客、訂單、電話、頁面、動作…', 'Trip, traveler, booking, phone, page, command…')}
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

/**
 * Opens a page or runs a command. The palette also closes when a page is opened otherwise, for example by the browser's back
 * button.
 */
const useGo = (close: () => void, open: Props['open']) => {
  const router = useRouter()
  const [opened] = useState(router.history.location.pathname)
  useEffect(
    () => router.history.subscribe(({ location }) => location.pathname !== opened && close()),
    [router, opened, close],
  )
  return (result: Result) => {
    // Closed synchronously, so that a sheet that opens next returns the focus to the element that had it before the palette.
    flushSync(close)
    if ('command' in result) result.command.run(open)
    else router.history.push(router.buildLocation(result.target).href)
  }
}

/** A click on the backdrop closes the palette, unless the press began in the field, for example to select its text. */
const useBackdrop = (close: () => void) => {
  const isPressed = useRef(false)
  const isOutside = ({ target, currentTarget }: MouseEvent) => target === currentTarget
  return {
    onMouseDown: (event: MouseEvent) => {
      isPressed.current = isOutside(event)
      // Keeps the focus in the field.
      if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
    },
    onClick: (event: MouseEvent) => isPressed.current && isOutside(event) && close(),
  }
}
