import type { ReactNode } from 'react'
import { Calendar, FieldError, Group, Label } from 'react-aria-components'
import { CalendarButton, CalendarPopover, Month, TypedDay } from './calendar.tsx'

type Props = {
  label: string
  fault: string | undefined
  /** What the form is sent. */
  input: ReactNode
}

/** What a field for a day and one for a moment are made of: what is typed, and the calendar. */
export const PickerParts = ({ label, fault, input }: Props) => (
  <>
    <Label className="label">{label}</Label>
    <Group className="box">
      <TypedDay />
      <CalendarButton />
    </Group>
    {input}
    <FieldError className="fault">{fault ?? ''}</FieldError>
    <CalendarPopover>
      <Calendar>
        <Month />
      </Calendar>
    </CalendarPopover>
  </>
)
