import { useEffect, useEffectEvent, useState } from 'react'
import type { Day as DayText } from '../../kit/days.ts'
import { PickedDay } from '../days/picked-day.tsx'
import { afterPress, dayIn } from '../days/typed-day.ts'
import { useKeptValue } from './kept-value.tsx'

type Props = {
  label: string
  name: string
  first: DayText | undefined
  fault: string | undefined
  /** Receives the first value, and every later one that is complete, chosen, or restored from a draft. */
  onDay?: (day: DayText | undefined) => void
}

/** A field for a date, typed or chosen. A draft keeps it like any other field. */
export function Day({ label, name, first = '', fault, onDay }: Props) {
  const { value, change, inputNamed } = useKeptValue(first)
  const [isTyping, setTyping] = useState(false)
  const tell = useEffectEvent(() => onDay?.(dayIn('day', value)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value is told.
  useEffect(() => {
    if (!isTyping) afterPress(tell)
  }, [value, isTyping])
  const put = (next: string, isComplete: boolean) => {
    if (next !== value) change(next)
    setTyping(!isComplete)
  }
  return <PickedDay kind="day" {...{ label, fault, value, put }} withDay={(day) => day} sent={inputNamed(name)} />
}
