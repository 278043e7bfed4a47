import { useFault } from './form.tsx'
import { Moment } from './moment.tsx'

type Props = {
  id: string
  label: string
  first?: string | null | undefined
  /** See `Moment`. */
  onMoment?: (moment: string) => void
}

/** A field of a form for a date and time, such as `2027-01-28T09:30`. */
export const MomentField = ({ id, label, first, onMoment }: Props) => {
  const fault = useFault(id)
  return (
    <Moment
      label={label}
      name={id}
      first={first ?? undefined}
      {...(fault && { fault })}
      {...(onMoment && { onMoment })}
    />
  )
}

/** The value of such a field, or null. The service interprets it in its own time zone, or in that of the place. */
export const momentIn = (text: string) => text || null
