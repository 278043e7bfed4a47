import { type ReactNode, useId } from 'react'
import type { Day } from '../../kit/days.ts'
import type { Kind } from '../../kit/typed-days.ts'
import { Calendar } from './calendar.tsx'
import { DayBox } from './day-box.tsx'
import { dayIn, type Put, useTypedDay } from './typed-day.ts'

type Props = {
  kind: Kind
  label: string
  fault: string | undefined
  value: string
  put: Put
  /** What is put for a day of the calendar. */
  withDay: (day: Day) => string
  /** What the form is sent. */
  sent: ReactNode
}

/** A field for a day or a moment: what is typed, and the calendar. */
export const PickedDay = ({ kind, label, fault, value, put, withDay, sent }: Props) => {
  const id = useId()
  const { isWrong, wanted, input } = useTypedDay(kind, value, put)
  const note = isWrong ? wanted : fault
  return (
    <div className="field day-field">
      <label htmlFor={id}>{label}</label>
      <DayBox
        label={label}
        calendar={(close) => (
          <Calendar
            first={dayIn(kind, value)}
            choose={(day) => {
              put(withDay(day), true)
              close()
            }}
          />
        )}
      >
        <input id={id} {...input} aria-invalid={note !== undefined} aria-describedby={note && `${id}-note`} />
      </DayBox>
      {sent}
      {note && (
        <p className="fault" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  )
}
