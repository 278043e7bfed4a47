import { createSessionAttendance, type SessionAttendanceInput } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Field, Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'

/** Adds a guest who was not invited, such as a friend of a traveler. */
export const GuestSheet = ({ session, close }: { session: number; close: () => void }) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (body: SessionAttendanceInput, guidon) => createSessionAttendance(guidon, session, body),
    close,
    changes: ['sessions'],
  })
  return (
    <Sheet title={say('新增來賓', 'Add a guest')} close={close}>
      <Form
        send={say('加入名單', 'Add to the list')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            guest_name: given('guest_name'),
            guest_phone: given('guest_phone') || null,
            guest_email: given('guest_email') || null,
            people: Number(given('people') || 1),
          })
        }
      >
        <Field id="guest_name" label={say('姓名', 'Name')} required maxLength={100} />
        <Field id="people" label={say(...label.people)} inputMode="numeric" defaultValue="1" />
        <Field id="guest_phone" label={say(...label.phone)} inputMode="tel" />
        <Field id="guest_email" label={say(...label.email)} inputMode="email" />
      </Form>
    </Sheet>
  )
}
