import { parseDate } from '@internationalized/date'
import { Calendar, DatePicker, FieldError, Group, Label } from 'react-aria-components'
import type { Day as DayText } from '../kit/days.ts'
import { CalendarButton, CalendarPopover, InReadersCountry, Month, TypedDay } from './calendar.tsx'

type Props = {
  label: string
  name: string
  first: DayText | undefined
  fault: string | undefined
  onDay?: (day: DayText | undefined) => void
}

/** A day, typed or chosen. */
export default function Day({ label, name, first, fault, onDay }: Props) {
  return (
    <InReadersCountry>
      <DatePicker
        className="field day-field"
        name={name}
        {...(first && { defaultValue: parseDate(first) })}
        isInvalid={fault !== undefined}
        // The browser itself would not send a form again whose day was refused.
        validationBehavior="aria"
        {...(onDay && { onChange: (day) => onDay(day?.toString()) })}
      >
        <Label className="label">{label}</Label>
        <Group className="box">
          <TypedDay />
          <CalendarButton />
        </Group>
        <FieldError className="fault">{fault ?? ''}</FieldError>
        <CalendarPopover>
          <Calendar>
            <Month />
          </Calendar>
        </CalendarPopover>
      </DatePicker>
    </InReadersCountry>
  )
}
