import { useQuery } from '@tanstack/react-query'
import { getPlannedTrip } from 'guidon-sdk'
import UserX from '~icons/lucide/user-x'
import { guidon } from '../../kit/api.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { Empty, Loading } from '../../ui/empty.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import type { Dragged } from './drag.ts'
import { AssignForm, Reasons } from './shared/assign-leader.tsx'
import { candidatesOf } from './shared/candidates.ts'
import { TripHead } from './trip-head.tsx'

/** A trip was dropped on the line of a leader: says what it means, and asks once more. */
export default function DropSheet({ dropped: { trip: id, leader }, close }: { dropped: Dragged; close: () => void }) {
  const say = useSay()
  const { data: trip } = useQuery({ queryKey: ['trips', id], queryFn: () => getPlannedTrip(guidon, id) })
  const { data: candidates } = useQuery(candidatesOf(id))
  const candidate = candidates?.find(({ tour_leader }) => tour_leader.id === leader)
  return (
    <Sheet
      title={
        trip && !trip.assigned_leader ? say('指派領隊', 'Assign a leader') : say('換領隊', 'Choose another leader')
      }
      close={close}
    >
      {(!trip || !candidates) && <Loading />}
      {trip && <TripHead trip={trip} />}
      {trip && candidates && !candidate && (
        <Empty icon={UserX}>{say('這位不在可派領隊名單中。', 'This leader is not available for this trip.')}</Empty>
      )}
      {trip && candidate && (
        <>
          <p>
            {trip.assigned_leader && `${nameOf(say, trip.assigned_leader)} → `}
            <b>{nameOf(say, candidate.tour_leader)}</b>
          </p>
          <Reasons candidate={candidate} />
          <AssignForm trip={trip} candidate={candidate} close={close} />
        </>
      )}
    </Sheet>
  )
}
