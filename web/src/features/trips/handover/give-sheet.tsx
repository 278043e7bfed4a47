import { useQuery } from '@tanstack/react-query'
import { listUserOptions, type PlannedTripHandoverChange, updatePlannedTripHandover } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { guidon } from '../../../kit/api.ts'
import { useMe } from '../../../kit/me.ts'
import { isStaff } from '../../../kit/roles.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Loading } from '../../../ui/empty.tsx'
import { Form, TextArea } from '../../../ui/forms/form.tsx'
import { RecordField } from '../../../ui/forms/record-field.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import type { Trip } from '../queries.ts'
import type { Kind } from './kinds.ts'

type Props = { trip: Trip; kind: Kind; title: string; close: () => void }

/** Starts a handover with the usual checklist of its kind. */
export default function GiveSheet({ trip, kind, title, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (body: PlannedTripHandoverChange, guidon) => updatePlannedTripHandover(guidon, trip.id, body),
    says: ['已交出，等待接手', 'Handed over; waiting for acceptance'],
    changes: ['trips'],
    close,
  })
  return (
    <Sheet title={title} close={close}>
      <Form
        send={say('交出', 'Hand over')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            kind,
            ...(given('to_user_id') && { to_user_id: Number(given('to_user_id')) }),
            note: given('note') || null,
          })
        }
      >
        <Receiver trip={trip} kind={kind} />
        <TextArea id="note" label={say('交接說明', 'Remarks')} />
      </Form>
    </Sheet>
  )
}

/** The receiver: the OP in charge, or the account of the leader. A leader cannot choose the receiver. */
const Receiver = ({ trip, kind }: Pick<Props, 'trip' | 'kind'>) => {
  const say = useSay()
  const me = useMe()
  const account = useAccountOfLeader(trip, kind)
  const op = trip.op_user
  if (!isStaff(me))
    return (
      <>
        <p>{say(`交給：${op?.name ?? '還沒有負責的 OP'}`, `To: ${op ? nameOf(say, op) : 'no OP assigned yet'}`)}</p>
        <input type="hidden" name="to_user_id" defaultValue={op?.id} />
      </>
    )
  if (account === 'reading') return <Loading />
  return (
    <RecordField
      id="to_user_id"
      label={say(...label.to_user_id)}
      hint={
        kind === 'op_to_leader'
          ? say('須為帶這一團的領隊的帳號。', 'Must be the account of the leader of this trip.')
          : say('須為 OP 等部門的同仁。', 'Must be somebody of a department, such as OP.')
      }
      of="/api/users"
      only={{ role: kind === 'op_to_leader' ? 'leader' : 'department' }}
      first={kind === 'op_to_leader' ? account : op?.id}
      required
    />
  )
}

const useAccountOfLeader = ({ assigned_leader: leader }: Trip, kind: Kind) => {
  const isWanted = kind === 'op_to_leader' && leader !== null
  const { data, isPending } = useQuery({
    queryKey: ['options', '/api/users', 'leader', leader?.name],
    queryFn: () => listUserOptions(guidon, { role: 'leader', q: leader?.name ?? '' }),
    enabled: isWanted,
  })
  return isWanted && isPending ? 'reading' : data?.[0]?.value
}
