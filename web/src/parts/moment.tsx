import { parseDateTime } from '@internationalized/date'
import { Calendar, DatePicker, FieldError, Group, Label } from 'react-aria-components'
import { CalendarButton, CalendarPopover, InReadersCountry, Month, TypedDay } from './calendar.tsx'
import { useKeptValue } from './kept-value.tsx'

type Props = { label: string; name: string; first: string | undefined; fault?: string }

/** A day and a time on the operator's clock. */
export default function Moment({ label, name, first = '', fault }: Props) {
  const { value, change, inputNamed } = useKeptValue(first)
  return (
    <InReadersCountry>
      <DatePicker
        className="field day-field"
        value={value ? parseDateTime(value) : null}
        onChange={(moment) => change(moment?.toString() ?? '')}
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
        {inputNamed(name)}
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
