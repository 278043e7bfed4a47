import { useQuery } from '@tanstack/react-query'
import type { PlannedTripLeaderCandidate } from 'guidon-sdk'
import { useState } from 'react'
import { nameOf, useSay } from '../../../kit/words.ts'
import { Empty, Loading } from '../../../ui/empty.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { AssignForm, Reasons } from '../../leaders/shared/assign-leader.tsx'
import { candidatesOf } from '../../leaders/shared/candidates.ts'
import type { Trip } from '../queries.ts'

type Props = { trip: Trip; close: () => void }

/** Who could lead the trip, the fittest first, with the reasons for and against each. */
export default function Candidates({ trip, close }: Props) {
  const say = useSay()
  const { data } = useQuery(candidatesOf(trip.id))
  return (
    <Sheet title={say('選領隊', 'Choose a leader')} close={close}>
      {!data && <Loading />}
      {data?.length === 0 && <Empty>{say('沒有可派的領隊', 'Nobody can lead it')}</Empty>}
      <ol className="candidates">
        {data?.map((each) => (
          <Candidate key={each.tour_leader.id} trip={trip} candidate={each} close={close} />
        ))}
      </ol>
    </Sheet>
  )
}

const Candidate = ({ trip, candidate, close }: Props & { candidate: PlannedTripLeaderCandidate }) => {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  const { tour_leader, is_blocked } = candidate
  const isCurrent = trip.assigned_leader_id === tour_leader.id
  return (
    <li className={is_blocked ? 'blocked' : ''}>
      <p className="line">
        <b>{nameOf(say, tour_leader)}</b>
        {isCurrent && <span className="badge turn-leader">{say('現任', 'Leads now')}</span>}
        {!isCurrent && (
          <button type="button" className="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {say('指派', 'Assign')}
            <span className="unseen"> {nameOf(say, tour_leader)}</span>
          </button>
        )}
      </p>
      <Reasons candidate={candidate} />
      {isOpen && <AssignForm trip={trip} candidate={candidate} close={close} />}
    </li>
  )
}
