import { Suspense } from 'react'
import type { Day as DayText } from '../kit/days.ts'
import { lazy } from '../kit/lazy.ts'
import { useFault } from './form.tsx'

const Day = lazy(() => import('./day.tsx'))

type Props = {
  id: string
  label: string
  first?: DayText | undefined
  /** See `Day`. */
  onDay?: (day: DayText | undefined) => void
}

/** A day in a form. Its calendar is loaded when it is shown. */
export const DayField = ({ id, label, first, onDay }: Props) => {
  const fault = useFault(id)
  return (
    <Suspense>
      <Day label={label} name={id} first={first} fault={fault} {...(onDay && { onDay })} />
    </Suspense>
  )
}
