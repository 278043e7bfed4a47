import { Suspense, useState } from 'react'
import CalendarDays from '~icons/lucide/calendar-days'
import { lazy } from '../../kit/lazy.ts'
import { Chip } from './filter-parts.tsx'

const DayRange = lazy(() => import('../days/day-range.tsx'))

type Props = {
  label: string
  from: string | undefined
  to: string | undefined
  choose: (from: string | undefined, to: string | undefined) => void
}

/** A filter by dates. Its field is loaded on demand. */
export const DaysFilter = ({ label, from, to, choose }: Props) => {
  const [isWanted, want] = useState(false)
  if (!isWanted && from === undefined)
    return (
      <Chip isOn={false} toggle={() => want(true)}>
        <CalendarDays width={15} height={15} />
        {label}
      </Chip>
    )
  // The field stays open if somebody empties it to type other dates.
  const keepAndChoose: Props['choose'] = (...days) => {
    want(true)
    choose(...days)
  }
  return (
    <Suspense>
      <DayRange label={label} {...(from && { from })} {...(to && { to })} choose={keepAndChoose} autoFocus={isWanted} />
    </Suspense>
  )
}
