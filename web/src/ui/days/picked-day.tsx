import { type ReactNode, useId } from 'react'
import type { Day } from '../../kit/days.ts'
import type { Kind } from '../../kit/typed-days.ts'
import css from './calendar.module.css'
import { Calendar } from './calendar.tsx'
import { DayBox } from './day-box.tsx'
import { dayIn, type Put, useTypedDay } from './typed-day.ts'

type Props = {
  kind: Kind
  label: string
  fault: string | undefined
  value: string
  put: Put
  /** The value of the field for a day that is chosen from the calendar. */
  withDay: (day: Day) => string
  /** The hidden inputs of the form. */
  sent: ReactNode
}

/** A field for a date, with or without a time: a text field and a calendar. */
export const PickedDay = ({ kind, label, fault, value, put, withDay, sent }: Props) => {
  const id = useId()
  const { isWrong, wanted, input } = useTypedDay(kind, value, put)
  const note = isWrong ? wanted : fault
  return (
    <div className={`field ${css.dayField}`} data-day-field>
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
