import { parseDateTime } from '@internationalized/date'
import { Calendar, DatePicker, FieldError, Group, Label } from 'react-aria-components'
import { CalendarButton, CalendarPopover, InReadersCountry, Month, TypedDay } from './calendar.tsx'

type Props = { label: string; name: string; first: string; fault?: string }

/** A day and a time on the operator's clock. */
export default function Moment({ label, name, first, fault }: Props) {
  return (
    <InReadersCountry>
      <DatePicker
        className="field day-field"
        name={name}
        defaultValue={parseDateTime(first)}
        granularity="minute"
        hourCycle={24}
        isInvalid={fault !== undefined}
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
