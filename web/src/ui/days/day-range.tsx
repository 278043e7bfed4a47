import { useEffect, useId, useRef, useState } from 'react'
import type { Day } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import css from './calendar.module.css'
import { Calendar } from './calendar.tsx'
import { DayBox } from './day-box.tsx'
import { dayIn, useTypedDay } from './typed-day.ts'

type Props = { label: string; from?: Day; to?: Day; choose: (from?: Day, to?: Day) => void; autoFocus?: boolean }

/** Two dates, typed or chosen from a calendar. */
export default function DayRange({ label, from, to, choose, autoFocus = false }: Props) {
  const say = useSay()
  const note = useId()
  const { ends, put } = useEnds(from, to, choose)
  const start = useTypedDay('day', ends[0], (value, isComplete) => put([value, ends[1]], isComplete))
  const end = useTypedDay('day', ends[1], (value, isComplete) => put([ends[0], value], isComplete))
  const [first, last] = [dayIn('day', ends[0]), dayIn('day', ends[1])]
  const isReversed = first !== undefined && last !== undefined && last < first
  const fault =
    start.isWrong || end.isWrong ? start.wanted : isReversed && say('結束早於開始。', 'The end is before the start.')
  const described = { 'aria-describedby': fault ? note : undefined }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere.
    <div className={css.dayField} role="group" aria-label={label} data-day-field>
      <DayBox
        label={label}
        calendar={(close) => (
          <Calendar
            first={first}
            last={last}
            isRange
            choose={(...days) => {
              put(days, true)
              close()
            }}
          />
        )}
      >
        <span className={css.name}>{label}</span>
        <input
          {...start.input}
          {...described}
          aria-label={say(`${label}：從`, `${label}: from`)}
          aria-invalid={start.isWrong}
          // biome-ignore lint/a11y/noAutofocus: a press on its chip put it there.
          autoFocus={autoFocus}
        />
        <span className={css.until} aria-hidden="true">
          –
        </span>
        <input
          {...end.input}
          {...described}
          aria-label={say(`${label}：到`, `${label}: to`)}
          aria-invalid={end.isWrong || isReversed}
        />
      </DayBox>
      {fault && (
        <p className="fault" id={note}>
          {fault}
        </p>
      )}
    </div>
  )
}

type Ends = readonly [from: string, to: string]

/** Both ends as typed. They are reported together; values that are set from outside replace them. */
const useEnds = (from: Day | undefined, to: Day | undefined, choose: Props['choose']) => {
  const [ends, setEnds] = useState<Ends>([from ?? '', to ?? ''])
  const known = useRef(keyOf(from, to))
  useEffect(() => {
    if (known.current !== keyOf(from, to)) setEnds([from ?? '', to ?? ''])
    known.current = keyOf(from, to)
  }, [from, to])
  const put = (next: Ends, isComplete: boolean) => {
    setEnds(next)
    if (!isComplete) return
    const [first, last] = [dayIn('day', next[0]), dayIn('day', next[1])]
    const chosen = first && last && first <= last ? ([first, last] as const) : []
    if (keyOf(...chosen) === known.current) return
    known.current = keyOf(...chosen)
    choose(...chosen)
  }
  return { ends, put }
}

const keyOf = (from?: Day, to?: Day) => `${from} ${to}`
