import { parseDateTime } from '@internationalized/date'
import { Calendar, DatePicker, FieldError, Group, Label } from 'react-aria-components'
import { CalendarButton, CalendarPopover, InReadersCountry, Month, TypedDay } from './calendar.tsx'

type Props = { label: string; name: string; first: string | undefined; fault?: string }

/** A day and a time on the operator's clock. */
export default function Moment({ label, name, first, fault }: Props) {
  return (
    <InReadersCountry>
      <DatePicker
        className="field day-field"
        name={name}
        {...(first && { defaultValue: parseDateTime(first) })}
        granularity="minute"
        hourCycle={24}
        isInvalid={fault !== undefined}
        // The browser itself would not send a form again whose day was refused.
        validationBehavior="aria"
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
