import { createSeminarSession, type SeminarSession, updateSession } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { seminarStatusWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { addDays, today } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Choice, Field, Form, type Given, TextArea } from '../../ui/forms/form.tsx'
import { MomentField } from '../../ui/forms/moment-field.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { ConflictReason, overrideIn } from '../leaders/shared/conflict-reason.tsx'
import { begun, chosenStatuses, statusIn } from './status.ts'

type Props = { seminar: number; session?: SeminarSession; close: () => void }

/** Adds a session to a seminar, or changes one. */
export default function SessionSheet({ seminar, session, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: ({ status, ...body }: ReturnType<typeof bodyOf>, guidon) =>
      session
        ? updateSession(guidon, session.id, { ...body, ...(status && { status }) }, { version: session.version })
        : createSeminarSession(guidon, seminar, { ...body, ...begun(status) }),
    close,
    changes: ['seminars', 'sessions'],
  })
  const [soon] = useState(() => addDays(today(), 7))
  return (
    <Sheet title={session ? say('修改場次', 'Change the session') : say('新增場次', 'New session')} close={close}>
      <Form
        of={session}
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(bodyOf(given))}
      >
        <MomentField id="starts_at" label={say(...label.starts_at)} first={session?.starts_local ?? `${soon}T19:00`} />
        <MomentField id="ends_at" label={say(...label.ends_at)} first={session?.ends_local ?? `${soon}T21:00`} />
        <Field id="venue" label={say(...label.venue)} defaultValue={session?.venue ?? ''} maxLength={200} />
        <Field id="address" label={say(...label.address)} defaultValue={session?.address ?? ''} maxLength={300} />
        <Field
          id="online_url"
          label={say(...label.online_url)}
          defaultValue={session?.online_url ?? ''}
          inputMode="url"
        />
        <Field
          id="capacity"
          label={say(...label.capacity)}
          hint={say('留空表示不限。', 'Empty: no limit.')}
          defaultValue={session?.capacity ?? ''}
          inputMode="numeric"
        />
        <Choice
          id="status"
          label={say(...label.status)}
          defaultValue={session ? (session.status === 'full' ? 'open' : session.status) : 'open'}
          options={chosenStatuses
            .slice(0, session ? undefined : 2)
            .map((status) => [status, say(...seminarStatusWords[status])])}
        />
        <TextArea id="notes" label={say(...label.notes)} defaultValue={session?.notes ?? ''} />
        <ConflictReason error={error} />
      </Form>
    </Sheet>
  )
}

const bodyOf = (given: Given) => ({
  starts_at: given('starts_at'),
  ends_at: given('ends_at'),
  venue: given('venue') || null,
  address: given('address') || null,
  online_url: given('online_url') || null,
  capacity: given('capacity') === '' ? null : Number(given('capacity')),
  status: statusIn(given('status')),
  notes: given('notes') || null,
  ...overrideIn(given),
})
