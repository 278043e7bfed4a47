import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import CalendarDays from '~icons/lucide/calendar-days'
import { useSay } from '../../kit/words.ts'
import { iconName } from '../icon-name.ts'
import { useBeside } from './beside.ts'
import css from './calendar.module.css'

type Props = {
  label: string
  /** The text fields. */
  children: ReactNode
  calendar: (close: () => void) => ReactNode
}

/** Text fields with a button that opens their calendar in the top layer, also above a sheet. */
export const DayBox = ({ label, children, calendar }: Props) => {
  const say = useSay()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useBeside(popover, box, isOpen)
  const open = () => {
    popover.current?.showPopover()
    setOpen(true)
  }
  const close = () => {
    popover.current?.hidePopover()
    setOpen(false)
    button.current?.focus()
  }
  const onBoxKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || !event.altKey) return
    event.preventDefault()
    open()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // The surrounding sheet stays open.
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) popover.current?.hidePopover()
  }
  const name = say(`${label}：日曆`, `${label}: calendar`)
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the fields within. */}
      <div className={css.box} ref={box} onKeyDown={onBoxKey}>
        {children}
        <button
          type="button"
          className="button plain square"
          ref={button}
          // Otherwise the browser would treat the click as one outside of the popover, close it, and the handler would open it
          // again.
          popoverTarget={id}
          // The focus stays in the open calendar, which would otherwise close before the handler runs.
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            event.preventDefault()
            if (isOpen) close()
            else open()
          }}
          {...iconName(name)}
          aria-haspopup="dialog"
        >
          <CalendarDays />
        </button>
      </div>
      <div
        className={css.calendar}
        role="dialog"
        aria-label={name}
        id={id}
        popover="auto"
        ref={popover}
        // Also called when a click elsewhere closes the calendar.
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      >
        {isOpen && calendar(close)}
      </div>
    </>
  )
}
