import {
  type PlannedTrip,
  type PlannedTripAssignedLeaderChange,
  type PlannedTripLeaderCandidate,
  updatePlannedTripAssignedLeader,
} from 'guidon-sdk'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Field, Form } from '../../../ui/forms/form.tsx'
import css from './assign-leader.module.css'

type Props = {
  trip: Pick<PlannedTrip, 'id' | 'version'>
  candidate: PlannedTripLeaderCandidate
  close: () => void
}

/** The reasons for and against a leader. */
export const Reasons = ({ candidate: { reasons } }: { candidate: Pick<PlannedTripLeaderCandidate, 'reasons'> }) => {
  const say = useSay()
  return (
    <ul className={`${css.reasons} small`}>
      {reasons.map(({ code, label, label_en, blocks }) => (
        <li key={code + label} className={blocks ? 'late' : 'soft'}>
          {say(label, label_en)}
        </li>
      ))}
    </ul>
  )
}

/** Whether no reason helps: a licence that does not allow the trip, or ends before the return. */
export const isRuledOut = ({ reasons }: PlannedTripLeaderCandidate) => reasons.some(({ is_final }) => is_final)

/** A leader who is not free can be taken with a reason, if the role allows it; one without a licence for the trip cannot. */
export const AssignForm = (props: Props) => {
  const say = useSay()
  if (isRuledOut(props.candidate))
    return (
      <p className="small late">
        {say(
          '沒有有效的執業證，不能帶這一團；請改派其他領隊。',
          'Cannot lead this trip without a valid licence: choose another leader.',
        )}
      </p>
    )
  return <OpenForm {...props} />
}

const OpenForm = ({ trip, candidate: { tour_leader, is_blocked }, close }: Props) => {
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
          tell_travelers: given('tell_travelers') === 'on',
        })
      }
    >
      <Field
        id="reason"
        label={
          is_blocked ? say('仍要指派的原因', 'Reason for assigning anyway') : say('說明（可留空）', 'Remark (optional)')
        }
        required={is_blocked}
      />
      <label className="choice">
        <input type="checkbox" name="tell_travelers" />
        {say('也通知旅客由誰帶隊', 'Also notify travelers of their leader')}
      </label>
      <p className="small soft">
        {say(
          '領隊、OP 與業務會收到通知；旅客只在勾選時收到。',
          'The leader, operations and sales are notified; travelers only if you tick the box.',
        )}
      </p>
    </Form>
  )
}
