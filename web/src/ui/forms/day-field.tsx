import type { Day as DayText } from '../../kit/days.ts'
import { Day } from './day.tsx'
import { useFault } from './form.tsx'

type Props = {
  id: string
  label: string
  first?: DayText | undefined
  /** See `Day`. */
  onDay?: (day: DayText | undefined) => void
}

/** A day in a form. */
export const DayField = ({ id, label, first, onDay }: Props) => {
  const fault = useFault(id)
  return <Day label={label} name={id} first={first} fault={fault} {...(onDay && { onDay })} />
}
