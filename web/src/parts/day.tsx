import type { Day as DayText } from '../kit/days.ts'
import { useKeptValue } from './kept-value.tsx'
import { PickedDay } from './picked-day.tsx'
import { dayIn } from './typed-day.ts'

type Props = {
  label: string
  name: string
  first: DayText | undefined
  fault: string | undefined
  onDay?: (day: DayText | undefined) => void
}

/** A day, typed or chosen. A draft keeps it like any other field. */
export default function Day({ label, name, first = '', fault, onDay }: Props) {
  const { value, change, inputNamed } = useKeptValue(first)
  const put = (next: string, isComplete: boolean) => {
    if (next !== value) change(next)
    if (isComplete) onDay?.(dayIn('day', next))
  }
  return <PickedDay kind="day" {...{ label, fault, value, put }} withDay={(day) => day} sent={inputNamed(name)} />
}
