import { PickedDay } from '../days/picked-day.tsx'
import { atTimeOf } from '../days/typed-day.ts'
import { useKeptValue } from './kept-value.tsx'

type Props = {
  label: string
  name: string
  first: string | undefined
  fault?: string
  /** Called with each new value, such as `2027-01-28T09:30`. */
  onMoment?: (moment: string) => void
}

/** A field for a date and time in the agency's time zone. */
export function Moment({ label, name, first = '', fault, onMoment }: Props) {
  const { value, change, inputNamed } = useKeptValue(first.slice(0, 'yyyy-mm-ddThh:mm'.length))
  const put = (next: string) => {
    if (next === value) return
    change(next)
    onMoment?.(next)
  }
  return (
    <PickedDay
      kind="moment"
      {...{ label, fault, value, put }}
      withDay={(day) => atTimeOf(value, day)}
      sent={inputNamed(name)}
    />
  )
}
