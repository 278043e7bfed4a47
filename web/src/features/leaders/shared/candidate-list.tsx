import { useQuery } from '@tanstack/react-query'
import type { PlannedTrip, PlannedTripLeaderCandidate } from 'guidon-sdk'
import { useState } from 'react'
import UserX from '~icons/lucide/user-x'
import { nameOf, useSay } from '../../../kit/words.ts'
import { Empty, Loading } from '../../../ui/empty.tsx'
import { AssignForm, isRuledOut, Reasons } from './assign-leader.tsx'
import css from './candidate-list.module.css'
import { candidatesOf } from './candidates.ts'

type Props = { trip: Pick<PlannedTrip, 'id' | 'version' | 'assigned_leader_id'>; close: () => void }

/** Everybody who could lead a trip, the best first, each with a button to assign them. */
export const CandidateList = ({ trip, close }: Props) => {
  const say = useSay()
  const { data } = useQuery(candidatesOf(trip.id))
  return (
    <>
      {!data && <Loading />}
      {data?.length === 0 && <Empty icon={UserX}>{say('沒有可派的領隊', 'No leader is available')}</Empty>}
      <ol className={css.candidates}>
        {data?.map((each) => (
          <Candidate key={each.tour_leader.id} trip={trip} candidate={each} close={close} />
        ))}
      </ol>
    </>
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
        {isCurrent && <span className="badge turn-leader">{say('現任', 'Current leader')}</span>}
        {!isCurrent && isRuledOut(candidate) && (
          <span className="small late">{say('不能指派', 'Cannot be assigned')}</span>
        )}
        {!isCurrent && !isRuledOut(candidate) && (
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
