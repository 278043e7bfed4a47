import type { KeyboardEventHandler, RefObject } from 'react'
import { addDays, type Day, longDay, today, weekdayLetter, weekdayWord } from '../../kit/days.ts'
import { weeksOf } from '../../kit/months.ts'
import css from './calendar.module.css'

type Props = {
  table: RefObject<HTMLTableElement | null>
  labelledBy: string
  /** The day that has the focus, or gets it. */
  at: Day
  from: Day | undefined
  to: Day | undefined
  take: (day: Day) => void
  reach: (day: Day) => void
  onKeyDown: KeyboardEventHandler
}

const A_SUNDAY = '2026-11-22'
const week = Array.from({ length: 7 }, (_, nth) => addDays(A_SUNDAY, nth))

export const MonthTable = ({ table, labelledBy, onKeyDown, at, ...marks }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a calendar, whose keys are handled here.
  <table role="grid" ref={table} aria-labelledby={labelledBy} onKeyDown={onKeyDown}>
    <thead>
      <tr>
        {week.map((day) => (
          <th key={day} scope="col" aria-label={weekdayWord(day)}>
            {weekdayLetter(day)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {weeksOf(at).map((days) => (
        <tr key={days.find(Boolean)}>
          {days.map((day, column) =>
            day ? <Cell key={day} day={day} isAt={day === at} {...marks} /> : <td key={week[column]} />,
          )}
        </tr>
      ))}
    </tbody>
  </table>
)

type CellProps = Pick<Props, 'from' | 'to' | 'take' | 'reach'> & { day: Day; isAt: boolean }

const Cell = ({ day, isAt, from, to, take, reach }: CellProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the table handles the keys.
  <td
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: see the table.
    role="gridcell"
    className={`${css.day} ${day === from ? css.first : ''} ${day === to ? css.last : ''}`}
    tabIndex={isAt ? 0 : -1}
    aria-label={longDay(day)}
    aria-selected={from !== undefined && to !== undefined && from <= day && day <= to}
    aria-current={day === today() ? 'date' : undefined}
    onClick={() => take(day)}
    onPointerEnter={() => reach(day)}
  >
    {Number(day.slice(8))}
  </td>
)
