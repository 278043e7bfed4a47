import { useQuery } from '@tanstack/react-query'
import {
  listTourLeaderOptions,
  type PlannedTripAssignedLeaderChange,
  Refusal,
  updatePlannedTripBriefingLeader,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { guidon } from '../../../kit/api.ts'
import { dayOf } from '../../../kit/days.ts'
import { nameOf, type Say, useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Loading } from '../../../ui/empty.tsx'
import { Choice, Form, TextArea } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import type { Trip } from '../queries.ts'

type Props = { trip: Trip; close: () => void }
type Option = Awaited<ReturnType<typeof listTourLeaderOptions>>[number]

/** Assigns the briefing leader; a leader with a conflict needs a reason. */
export default function BriefingLeaderSheet({ trip, close }: Props) {
  const say = useSay()
  const { id, version, briefing_leader: now, briefing_starts_at: at } = trip
  const query = at ? { from: dayOf(at) } : {}
  const { data: leaders } = useQuery({
    queryKey: ['options', 'leaders', query],
    queryFn: () => listTourLeaderOptions(guidon, query),
  })
  const { mutate, error, isPending } = useWrite({
    send: (change: PlannedTripAssignedLeaderChange, guidon) =>
      updatePlannedTripBriefingLeader(guidon, id, change, { version }),
    says: ['主講領隊已更新', 'Briefing leader updated'],
    changes: ['trips', 'schedule', 'leave'],
    close,
  })
  const isRefused = error instanceof Refusal && error.code === 'leader_conflict'
  return (
    <Sheet title={say(...label.briefing_leader_id)} close={close}>
      {!leaders && <Loading />}
      {leaders && (
        <Form
          send={say('儲存', 'Save')}
          error={error}
          isPending={isPending}
          submit={(given) =>
            mutate({
              tour_leader_id: Number(given('tour_leader_id')) || null,
              ...(given('reason') && { override: true, reason: given('reason') }),
            })
          }
        >
          <Choice
            id="tour_leader_id"
            label={say(...label.tour_leader_id)}
            options={[['', say('未定', 'Not assigned')], ...leaders.map((each) => optionOf(say, each))]}
            defaultValue={String(now?.id ?? '')}
          />
          {isRefused && <TextArea id="reason" label={say('仍要安排的原因', 'Reason for scheduling anyway')} required />}
        </Form>
      )}
    </Sheet>
  )
}

const optionOf = (say: Say, { value, label, label_en, is_free }: Option): [string, string] => {
  const name = nameOf(say, { name: label, name_en: label_en })
  return [String(value), is_free === false ? say(`${name}（當天另有安排）`, `${name} (not available that day)`) : name]
}
