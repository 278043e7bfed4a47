import { useNavigate } from '@tanstack/react-router'
import { type BookingInput, createBooking } from 'guidon-sdk'
import { useSay } from '../../../../kit/words.ts'
import { useWrite } from '../../../../kit/write.ts'
import { Form, TextArea } from '../../../../ui/forms/form.tsx'
import { Sheet } from '../../../../ui/forms/sheet.tsx'
import { TripField } from '../../../trips/shared/trip-field.tsx'
import { bodyOf } from './body.ts'
import { Consent, ContactFields, HowFields } from './fields.tsx'
import { PartyField } from './party-field.tsx'

/** Books a party for a customer: seats are held if there are enough for all, otherwise it waits. */
export default function NewBookingSheet({ trip, close }: { trip: number | undefined; close: () => void }) {
  const say = useSay()
  const { mutate, error, isPending } = useBook(close)
  return (
    <Sheet title={say('新增訂單', 'New booking')} close={close}>
      <Form
        send={say('建立訂單', 'Book')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(bodyOf(given))}
      >
        <TripField id="planned_trip_id" label={say('哪一團', 'Trip')} first={trip} />
        <h3>{say('聯絡人', 'Contact')}</h3>
        <ContactFields />
        <h3>{say('旅客', 'Travelers')}</h3>
        <PartyField />
        <h3>{say('訂單', 'Booking')}</h3>
        <HowFields />
        <TextArea
          id="notes"
          label={say('備註', 'Notes')}
          hint={say('只有同事看得到。', 'Seen by the office only.')}
          rows={2}
        />
        <Consent />
      </Form>
    </Sheet>
  )
}

const useBook = (close: () => void) => {
  const say = useSay()
  const navigate = useNavigate()
  return useWrite({
    send: (body: BookingInput, guidon) => createBooking(guidon, body),
    done: ({ data: { id } }) => {
      close()
      navigate({ to: '/bookings/$id', params: { id: String(id) } })
    },
    says: ({ data: { booking_number, status } }) => ({
      title: say(`已建立訂單 ${booking_number}`, `Booked: ${booking_number}`),
      body:
        status === 'held'
          ? say('座位已保留。', 'Its seats are held.')
          : say('座位不夠，已排入候補。', 'There are not enough seats: it waits for some.'),
    }),
    changes: ['bookings', 'trips'],
  })
}
