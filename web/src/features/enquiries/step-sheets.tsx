import { useNavigate } from '@tanstack/react-router'
import { bookEnquiry, type GetEnquiry, handOverEnquiry, linkEnquiryToBooking } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Form, TextArea } from '../../ui/forms/form.tsx'
import { RecordField } from '../../ui/forms/record-field.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { HandOverSheet } from '../../ui/hand-over.tsx'

type Props = { enquiry: GetEnquiry; close: () => void }
const changes = ['enquiries', 'work']

/** Gives the enquiry to another salesperson, who is told. */
export const HandOverEnquirySheet = ({ enquiry: { id, version }, close }: Props) => (
  <HandOverSheet
    handOver={(guidon, to) => handOverEnquiry(guidon, id, to, { version })}
    changes={changes}
    close={close}
  />
)

/** Books for the person of the enquiry: trip and names; contact and source are those of the enquiry. */
export const BookSheet = ({ enquiry, close }: Props) => {
  const say = useSay()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useWrite({
    send: ({ planned_trip_id, names }: { planned_trip_id: number; names: string[] }, guidon) =>
      bookEnquiry(
        guidon,
        enquiry.id,
        { planned_trip_id, travelers: names.map((name) => ({ name })) },
        { version: enquiry.version },
      ),
    done: ({ data: { id } }) => {
      close()
      navigate({ to: '/bookings/$id', params: { id: String(id) } })
    },
    changes: [...changes, 'bookings'],
  })
  return (
    <Sheet title={say('建立訂單', 'Make a booking')} close={close}>
      <p className="small soft">
        {say(
          '聯絡人、備註與得知管道沿用這筆洽詢；旅客資料可以之後再補。',
          'Contact, note and source are those of the enquiry. Details of the travelers can follow.',
        )}
      </p>
      <Form
        send={say('建立訂單', 'Make a booking')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            planned_trip_id: Number(given('planned_trip_id')),
            names: given('travelers')
              .split('\n')
              .map((name) => name.trim())
              .filter(Boolean),
          })
        }
      >
        <RecordField
          id="planned_trip_id"
          label={say(...label.planned_trip_id)}
          of="/api/planned-trips"
          first={enquiry.planned_trip_id}
          required
        />
        <TextArea
          id="travelers"
          label={say('旅客姓名', 'Names of the travelers')}
          hint={say('每行一位', 'One on each line')}
          defaultValue={enquiry.name}
          required
        />
      </Form>
    </Sheet>
  )
}

/** Says which booking came of the enquiry. */
export const LinkSheet = ({ enquiry: { id, version }, close }: Props) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (booking_id: number, guidon) => linkEnquiryToBooking(guidon, id, { booking_id }, { version }),
    changes: [...changes, 'bookings'],
    close,
  })
  return (
    <Sheet title={say('連結訂單', 'Link a booking')} close={close}>
      <Form
        send={say('連結訂單', 'Link a booking')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(Number(given('booking_id')))}
      >
        <RecordField id="booking_id" label={say(...label.booking_id)} of="/api/bookings" required />
      </Form>
    </Sheet>
  )
}
