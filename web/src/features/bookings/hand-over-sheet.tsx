import { handOverBooking } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Form, TextArea } from '../../ui/forms/form.tsx'
import { RecordField } from '../../ui/forms/record-field.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import type { Booking } from './queries.ts'

type Props = { booking: Booking; close: () => void }

/** Gives the booking to another salesperson, who is told. */
export default function HandOverSheet({ booking: { id, version }, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (body: { sales_user_id: number; words?: string }, guidon) => handOverBooking(guidon, id, body, { version }),
    says: ['已移交', 'Handed over'],
    changes: ['bookings', 'requests', 'work'],
    close,
  })
  return (
    <Sheet title={say('移交', 'Hand over')} close={close}>
      <Form
        send={say('移交', 'Hand over')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            sales_user_id: Number(given('sales_user_id')),
            ...(given('words') && { words: given('words') }),
          })
        }
      >
        <p className="soft">
          {say(
            '接手的業務會收到通知；原業務還沒辦完的加購一併移交，備註會留在往來紀錄。',
            'The next salesperson is told. Add-ons of the former one that are still open go with the booking, and the note stays in its history.',
          )}
        </p>
        <RecordField
          id="sales_user_id"
          label={say(...label.sales_user_id)}
          of="/api/users"
          only={{ role: 'sales' }}
          required
        />
        <TextArea id="words" label={say(...label.words)} />
      </Form>
    </Sheet>
  )
}
