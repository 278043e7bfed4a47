import { useNavigate } from '@tanstack/react-router'
import { type BookingInput, createBooking } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useSay } from '../../../../kit/words.ts'
import { useWrite } from '../../../../kit/write.ts'
import { Form, TextArea } from '../../../../ui/forms/form.tsx'
import { Sheet } from '../../../../ui/forms/sheet.tsx'
import { TripField } from '../../../trips/shared/trip-field.tsx'
import { bodyOf } from './body.ts'
import { Consent, ContactFields, HowFields } from './fields.tsx'
import { KnownCustomers } from './known-customers.tsx'
import { LivePrice } from './live-price.tsx'
import { PartyField } from './party-field.tsx'

/** Books a party for a customer: seats are held if there are enough for all; otherwise the booking goes on the waitlist. */
export default function NewBookingSheet({ trip, close }: { trip: number | undefined; close: () => void }) {
  const say = useSay()
  const { mutate, error, isPending } = useBook(close)
  return (
    <Sheet title={say('新增訂單', 'New booking')} close={close}>
      <Form
        send={say('建立訂單', 'Create booking')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(bodyOf(given))}
      >
        <TripField id="planned_trip_id" label={say(...label.planned_trip_id)} first={trip} />
        <h3>{say(...label.contact)}</h3>
        <ContactFields below={<KnownCustomers />} />
        <h3>{say(...label.travelers)}</h3>
        <PartyField />
        <LivePrice />
        <h3>{say(...label.booking)}</h3>
        <HowFields />
        <TextArea
          id="notes"
          label={say(...label.notes)}
          hint={say('只有同仁看得到。', 'Only visible to staff.')}
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
      title: say(`已建立訂單 ${booking_number}`, `Booking ${booking_number} created`),
      body:
        status === 'held'
          ? say('名額已保留。', 'Seats are held.')
          : say('名額不足，已排入候補。', 'Not enough seats: the booking is on the waitlist.'),
    }),
    changes: ['bookings', 'trips'],
  })
}
