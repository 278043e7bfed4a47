import { parseDate } from '@internationalized/date'
import { DateRangePicker, Group, RangeCalendar } from 'react-aria-components'
import type { Day } from '../kit/days.ts'
import { CalendarButton, CalendarPopover, InReadersCountry, Month, TypedDay } from './calendar.tsx'

type Props = { label: string; from?: Day; to?: Day; choose: (from?: Day, to?: Day) => void; autoFocus?: boolean }

/** Two days, typed or chosen. */
export default function DayRange({ label, from, to, choose, autoFocus = false }: Props) {
  return (
    <InReadersCountry>
      <DateRangePicker
        className="day-field"
        aria-label={label}
        autoFocus={autoFocus}
        value={from && to ? { start: parseDate(from), end: parseDate(to) } : null}
        onChange={(range) => choose(range?.start.toString(), range?.end.toString())}
      >
        <Group className="box">
          <span className="name">{label}</span>
          <TypedDay slot="start" />
          <span aria-hidden="true">–</span>
          <TypedDay slot="end" />
          <CalendarButton />
        </Group>
        <CalendarPopover>
          <RangeCalendar>
            <Month />
          </RangeCalendar>
        </CalendarPopover>
      </DateRangePicker>
    </InReadersCountry>
  )
}
