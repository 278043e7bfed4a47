import { assignLineThread } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Form } from '../../ui/forms/form.tsx'
import { RecordField } from '../../ui/forms/record-field.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import type { OpenThread } from './queries.ts'

type Props = { thread: OpenThread; close: () => void }

/** Says which colleague answers a thread. */
export default function AssignSheet({ thread: { id }, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (assignee_id: number, guidon) => assignLineThread(guidon, id, { assignee_id }),
    says: ['已交給同仁', 'Handed to a colleague'],
    changes: ['line', 'work'],
    close,
  })
  return (
    <Sheet title={say('交給同仁', 'Hand to a colleague')} close={close}>
      <Form
        send={say('交給同仁', 'Hand over')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(Number(given('assignee_id')))}
      >
        <RecordField
          id="assignee_id"
          label={say(...label.assignee)}
          hint={say('業務、部門同仁或管理員', 'Somebody of sales or of a department, or an administrator')}
          of="/api/users"
          required
        />
      </Form>
    </Sheet>
  )
}
