import { createEnquiryNote } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useSay, type Words } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { DayField } from '../../../ui/forms/day-field.tsx'
import { Form, TextArea } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'

type Props = { id: number; about: Words; close: () => void }

/** What was said just now, and the day of the next call. */
export default function NoteSheet({ id, about, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (body: { words: string; follow_up_on?: string }, guidon) => createEnquiryNote(guidon, id, body),
    says: ['已記下', 'Noted'],
    changes: ['enquiries', 'work'],
    close,
  })
  return (
    <Sheet title={say(`聯絡${about[0]}`, `Call to ${about[1]}`)} close={close}>
      <Form
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            words: given('words'),
            ...(given('follow_up_on') && { follow_up_on: given('follow_up_on') }),
          })
        }
      >
        <TextArea id="words" label={say('說了什麼', 'What was said')} required />
        <DayField id="follow_up_on" label={say(...label.follow_up_on)} />
        <p className="small soft">
          {say(
            '沒有填下次聯絡日，這筆洽詢會留在今天。',
            'Without a day for the next call it stays in the list of today.',
          )}
        </p>
      </Form>
    </Sheet>
  )
}
