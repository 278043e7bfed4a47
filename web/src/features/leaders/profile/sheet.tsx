import { useNavigate } from '@tanstack/react-router'
import { createTourLeader, Refusal, type TourLeaderChange, updateTourLeader } from 'guidon-sdk'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { changeIn } from './body.ts'
import { PersonFields, WorkFields } from './fields.tsx'
import type { Leader } from './leader.ts'

type Props = { leader?: Leader; close: () => void }

/** Creates or changes a leader. */
export default function ProfileSheet({ leader, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useSaving(leader, close)
  return (
    <Sheet title={leader ? say('修改領隊', 'Change the leader') : say('新增領隊', 'New leader')} close={close}>
      <Form
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) => {
          const change = { ...changeIn(given, leader), ...(given('release') && { release: true }) }
          if (Object.keys(change).length === 0) close()
          else mutate({ name: given('name'), ...change })
        }}
      >
        <PersonFields leader={leader} />
        <h3>{say('帶團與聘用', 'Trips and employment')}</h3>
        <WorkFields leader={leader} />
        {error instanceof Refusal && error.code === 'leader_conflict' && <Release />}
      </Form>
    </Sheet>
  )
}

const useSaving = (leader: Leader | undefined, close: () => void) => {
  const navigate = useNavigate()
  return useWrite({
    send: async (body: TourLeaderChange & { name: string }, guidon) => {
      if (leader) return updateTourLeader(guidon, leader.id, body, { version: leader.version })
      const { release: _release, ...made } = body
      const { id } = await createTourLeader(guidon, made)
      return navigate({ to: '/leaders/$id', params: { id: String(id) } })
    },
    says: leader ? ['已儲存', 'Saved'] : ['已新增領隊', 'The leader is added'],
    changes: ['leaders', 'schedule', 'work', 'options'],
    close,
  })
}

/** Asks whether a leader who is deactivated shall be unassigned from upcoming trips. */
const Release = () => {
  const say = useSay()
  return (
    <label className="choice">
      <input type="checkbox" name="release" value="yes" />
      {say('取消之後的帶團與主講指派，並通知 OP', 'Unassign from upcoming trips and briefings, and notify OP')}
    </label>
  )
}
