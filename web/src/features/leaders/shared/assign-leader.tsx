import { useWrite } from '../../../kit/write.ts'
import './assign-leader.css'
import {
  type PlannedTrip,
  type PlannedTripAssignedLeaderChange,
  type PlannedTripLeaderCandidate,
  updatePlannedTripAssignedLeader,
} from 'guidon-sdk'
import { useSay } from '../../../kit/words.ts'
import { Field, Form } from '../../../ui/forms/form.tsx'

type Props = {
  trip: Pick<PlannedTrip, 'id' | 'version'>
  candidate: PlannedTripLeaderCandidate
  close: () => void
}

/** What speaks for and against a leader. */
export const Reasons = ({ candidate: { reasons } }: Pick<Props, 'candidate'>) => {
  const say = useSay()
  return (
    <ul className="reasons small">
      {reasons.map(({ code, label, label_en, blocks }) => (
        <li key={code + label} className={blocks ? 'late' : 'soft'}>
          {say(label, label_en)}
        </li>
      ))}
    </ul>
  )
}

/** A leader who is not free can be taken with a reason, if the role allows it. */
export const AssignForm = ({ trip, candidate: { tour_leader, is_blocked }, close }: Props) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (change: PlannedTripAssignedLeaderChange, guidon) =>
      updatePlannedTripAssignedLeader(guidon, trip.id, change, { version: trip.version }),
    close,
    changes: ['trips', 'schedule', 'leave', 'work'],
  })
  return (
    <Form
      of={{ id: `${trip.id} ${tour_leader.id}` }}
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
        label={is_blocked ? say('仍要指派的原因', 'Why nevertheless') : say('說明（可留空）', 'Remark (optional)')}
        required={is_blocked}
      />
    </Form>
  )
}
