import { useFault } from './form.tsx'
import { Moment } from './moment.tsx'

type Props = { id: string; label: string; first?: string | null | undefined }

/** A day and a time in a form, such as `2027-01-28T09:30`. */
export const MomentField = ({ id, label, first }: Props) => {
  const fault = useFault(id)
  return <Moment label={label} name={id} first={first ?? undefined} {...(fault && { fault })} />
}

/** What such a field says, or null. Without an offset the service takes it as the time on its clock, or on the spot. */
export const momentIn = (text: string) => text || null
