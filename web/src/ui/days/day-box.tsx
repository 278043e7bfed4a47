import './calendar.css'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import CalendarDays from '~icons/lucide/calendar-days'
import { useSay } from '../../kit/words.ts'
import { usePlace } from './place.ts'

type Props = {
  label: string
  /** What is typed. */
  children: ReactNode
  calendar: (close: () => void) => ReactNode
}

/** Text fields with the button that opens their calendar, which is above everything, also above a sheet. */
export const DayBox = ({ label, children, calendar }: Props) => {
  const say = useSay()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  usePlace(popover, box, isOpen)
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
    // The sheet around it stays open.
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
      <div className="box" ref={box} onKeyDown={onBoxKey}>
        {children}
        <button
          type="button"
          className="button plain square"
          ref={button}
          // So that the browser does not take a press on it for one outside, and close what it then opens again.
          popoverTarget={id}
          // The focus stays in an open calendar, which would else close before it is asked to.
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            event.preventDefault()
            if (isOpen) close()
            else open()
          }}
          aria-label={name}
          aria-haspopup="dialog"
        >
          <CalendarDays />
        </button>
      </div>
      <div
        className="calendar"
        role="dialog"
        aria-label={name}
        id={id}
        popover="auto"
        ref={popover}
        // Closed by a press elsewhere.
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      >
        {isOpen && calendar(close)}
      </div>
    </>
  )
}
