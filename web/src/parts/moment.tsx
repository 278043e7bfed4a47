import { parseDateTime } from '@internationalized/date'
import { DatePicker } from 'react-aria-components'
import { InReadersCountry } from './calendar.tsx'
import { useKeptValue } from './kept-value.tsx'
import { PickerParts } from './picker-parts.tsx'

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
        <PickerParts label={label} fault={fault} input={inputNamed(name)} />
      </DatePicker>
    </InReadersCountry>
  )
}
