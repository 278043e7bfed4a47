import { useMutation, useQuery } from '@tanstack/react-query'
import {
  listPlannedTripLeaderCandidates,
  type PlannedTripAssignedLeaderChange,
  type PlannedTripLeaderCandidate,
  updatePlannedTripAssignedLeader,
} from 'guidon-sdk'
import { useState } from 'react'
import { guidon, refresh } from '../../../kit/api.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import { Empty, Loading } from '../../../parts/empty.tsx'
import { Field, Form } from '../../../parts/form.tsx'
import { Sheet } from '../../../parts/sheet.tsx'
import type { Trip } from '../queries.ts'

type Props = { trip: Trip; close: () => void }

/** Who could lead the trip, the fittest first, with the reasons for and against each. */
export default function Candidates({ trip, close }: Props) {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['trips', trip.id, 'candidates'],
    queryFn: () => listPlannedTripLeaderCandidates(guidon, trip.id),
  })
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
  const { tour_leader, is_blocked, reasons } = candidate
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
      <ul className="small">
        {reasons.map(({ code, label, label_en, blocks }) => (
          <li key={code + label} className={blocks ? 'late' : 'soft'}>
            {say(label, label_en)}
          </li>
        ))}
      </ul>
      {isOpen && <Assign trip={trip} candidate={candidate} close={close} />}
    </li>
  )
}

/** A leader who is not free can be taken with a reason, if the role allows it. */
const Assign = ({
  trip,
  candidate: { tour_leader, is_blocked },
  close,
}: Props & { candidate: PlannedTripLeaderCandidate }) => {
  const say = useSay()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (change: PlannedTripAssignedLeaderChange) =>
      updatePlannedTripAssignedLeader(guidon, trip.id, change, { version: trip.version }),
    onSuccess: close,
    onSettled: () => refresh('trips'),
  })
  return (
    <Form
      send={say('確定指派', 'Assign')}
      error={error}
      isPending={isPending}
      submit={(given) =>
        mutate({
          tour_leader_id: tour_leader.id,
          ...(given('reason') && { reason: given('reason') }),
          ...(is_blocked && { override: true }),
        })
      }
    >
      <Field
        id="reason"
        label={is_blocked ? say('為什麼仍要指派', 'Why nevertheless') : say('說明（可留空）', 'Remark (optional)')}
        required={is_blocked}
      />
    </Form>
  )
}
