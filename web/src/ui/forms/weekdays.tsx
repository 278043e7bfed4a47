import { addDays, weekdayName } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import type { Given } from './form.tsx'
import css from './weekdays.module.css'

const MONDAY = '2026-01-05'
const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** Days of the week in a form; Monday is 1. */
export const Weekdays = () => {
  const say = useSay()
  return (
    <fieldset className="field">
      <legend className="label">{say('每週', 'Every')}</legend>
      <div className={css.weekdays}>
        {weekdays.map((day) => (
          <label key={day} className="chip">
            <input type="checkbox" name={`weekday_${day}`} value="on" />
            {weekdayName(addDays(MONDAY, day - 1))}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The ticked days. */
export const weekdaysIn = (given: Given) => weekdays.filter((day) => given(`weekday_${day}`) === 'on')
