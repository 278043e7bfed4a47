import { tripStatusWords } from 'guidon-sdk/words'
import { useSay } from '../../../kit/words.ts'
import { hueOfTrip, type TripStatus } from './status.ts'

export const TripBadge = ({ status }: { status: TripStatus }) => {
  const say = useSay()
  return <span className={`badge ${hueOfTrip({ status })}`}>{say(...tripStatusWords[status])}</span>
}
