import { type CalendarDate, parseDate } from '@internationalized/date'
import { DatePicker } from 'react-aria-components'
import type { Day as DayText } from '../kit/days.ts'
import { InReadersCountry } from './calendar.tsx'
import { useKeptValue } from './kept-value.tsx'
import { PickerParts } from './picker-parts.tsx'

type Props = {
  label: string
  name: string
  first: DayText | undefined
  fault: string | undefined
  onDay?: (day: DayText | undefined) => void
}

/** A day, typed or chosen. A draft keeps it like any other field. */
export default function Day({ label, name, first = '', fault, onDay }: Props) {
  const { value, change, inputNamed } = useKeptValue(first)
  const put = (day: CalendarDate | null) => {
    change(day?.toString() ?? '')
    onDay?.(day?.toString())
  }
  return (
    <InReadersCountry>
      <DatePicker
        className="field day-field"
        value={value ? parseDate(value) : null}
        onChange={put}
        isInvalid={fault !== undefined}
        // The browser itself would not send a form again whose day was refused.
        validationBehavior="aria"
      >
        <PickerParts label={label} fault={fault} input={inputNamed(name)} />
      </DatePicker>
    </InReadersCountry>
  )
}
