import { useQuery } from '@tanstack/react-query'
import { getPlannedTrip } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { useSay } from '../../kit/words.ts'
import { Loading } from '../../ui/empty.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { CandidateList } from './shared/candidate-list.tsx'
import { TripHead } from './trip-head.tsx'

/** A trip of the schedule was pressed: the candidates for it, without dragging. */
export default function ChooseSheet({ id, close }: { id: number; close: () => void }) {
  const say = useSay()
  const { data: trip } = useQuery({ queryKey: ['trips', id], queryFn: () => getPlannedTrip(guidon, id) })
  return (
    <Sheet title={say('選領隊', 'Choose a leader')} close={close}>
      {trip ? <TripHead trip={trip} /> : <Loading />}
      {trip && <CandidateList trip={trip} close={close} />}
    </Sheet>
  )
}
