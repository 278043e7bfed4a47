import { bookingStatusWords } from 'guidon-sdk/words'
import { useSay } from '../../../kit/words.ts'
import { type BookingStatus, bookingHues } from './status.ts'

export const BookingBadge = ({ status }: { status: BookingStatus }) => {
  const say = useSay()
  return <span className={`badge ${bookingHues[status]}`}>{say(...bookingStatusWords[status])}</span>
}
