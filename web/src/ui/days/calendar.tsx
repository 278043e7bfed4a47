import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import { type Day, monthName, today } from '../../kit/days.ts'
import { addMonths, dayByKey } from '../../kit/months.ts'
import { useSay } from '../../kit/words.ts'
import { iconName } from '../icon-name.ts'
import { MonthTable } from './month-table.tsx'

type Props = {
  /** The chosen day, or the first and last day of a range. */
  first: Day | undefined
  last?: Day | undefined
  isRange?: boolean
  choose: (first: Day, last: Day) => void
}

/** A month to choose a day from, or the first and last day of a range. */
export const Calendar = ({ first, last = first, isRange = false, choose }: Props) => {
  const say = useSay()
  const name = useId()
  const [at, setAt] = useState(first ?? today())
  const [begun, begin] = useState<Day>()
  const table = useRef<HTMLTableElement>(null)
  const isFocusWanted = useRef(true)
  useLayoutEffect(() => {
    if (isFocusWanted.current)
      table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
    isFocusWanted.current = false
  })
  const take = (day: Day) => {
    if (isRange && !begun) {
      begin(day)
      return setAt(day)
    }
    const [from, to] = inOrder(begun ?? day, day)
    return choose(from, to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayByKey(event.key, event.shiftKey, at)
    const isChosen = event.key === 'Enter' || event.key === ' '
    if (!next && !isChosen) return
    event.preventDefault()
    if (isChosen) take(at)
    isFocusWanted.current = next !== undefined && next !== at
    if (next) setAt(next)
  }
  const [from, to] = begun ? inOrder(begun, at) : [first, last]
  return (
    <>
      <header>
        <button
          type="button"
          className="button plain square"
          {...iconName(say('上個月', 'Previous month'))}
          onClick={() => setAt(addMonths(at, -1))}
        >
          <ChevronLeft />
        </button>
        <h2 id={name} aria-live="polite">
          {monthName(at)}
        </h2>
        <button
          type="button"
          className="button plain square"
          {...iconName(say('下個月', 'Next month'))}
          onClick={() => setAt(addMonths(at, 1))}
        >
          <ChevronRight />
        </button>
      </header>
      <MonthTable
        {...{ table, at, from, to, take, onKeyDown }}
        labelledBy={name}
        // Previews the range up to this day.
        reach={(day) => begun && setAt(day)}
      />
      {isRange && (
        <p className="unseen" role="status">
          {begun && say('請選最後一天', 'Choose the last day')}
        </p>
      )}
    </>
  )
}

const inOrder = (a: Day, b: Day): [Day, Day] => (a <= b ? [a, b] : [b, a])
