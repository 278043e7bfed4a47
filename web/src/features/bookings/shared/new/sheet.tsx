import { useNavigate } from '@tanstack/react-router'
import { type BookingInput, checkNameList, createBooking, importBooking } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { Suspense, useState } from 'react'
import ClipboardPaste from '~icons/lucide/clipboard-paste'
import { guidon } from '../../../../kit/api.ts'
import { lazy } from '../../../../kit/lazy.ts'
import { type Say, useSay } from '../../../../kit/words.ts'
import { useWrite } from '../../../../kit/write.ts'
import { Form, TextArea, useFault } from '../../../../ui/forms/form.tsx'
import { Sheet } from '../../../../ui/forms/sheet.tsx'
import { type Cells, type NameListState, useNameList } from '../../../../ui/name-list/use-name-list.ts'
import { TripField } from '../../../trips/shared/trip-field.tsx'
import { bodyOf, detailsIn } from './body.ts'
import { Consent, ContactFields, HowFields } from './fields.tsx'
import { KnownCustomers } from './known-customers.tsx'
import { LivePrice } from './live-price.tsx'
import { PartyField } from './party-field.tsx'

const NameListField = lazy(() => import('../../../../ui/name-list/field.tsx'))

/** Books a party for a customer: seats are held if there are enough for all; otherwise the booking goes on the waitlist. */
export default function NewBookingSheet({ trip, close }: { trip: number | undefined; close: () => void }) {
  const say = useSay()
  const [isListed, setListed] = useState(false)
  const names = useNameList({
    kind: 'travelers',
    about: 'new booking',
    check: (rows) => checkNameList(guidon, { rows }),
  })
  const booking = useBook(close)
  const listing = useBookList(names, close)
  const { error, isPending } = isListed ? listing : booking
  return (
    <Sheet title={say('新增訂單', 'New booking')} close={close}>
      <Form
        send={say('建立訂單', 'Create booking')}
        error={error}
        isPending={isPending}
        isBlocked={isListed && !names.isReady}
        submit={(given) =>
          isListed ? listing.mutate({ details: detailsIn(given), rows: names.rows }) : booking.mutate(bodyOf(given))
        }
      >
        <TripField id="planned_trip_id" label={say(...label.planned_trip_id)} first={trip} />
        <h3>{say(...label.contact)}</h3>
        <ContactFields below={<KnownCustomers />} />
        <h3>{say(...label.travelers)}</h3>
        {isListed ? <ListedParty names={names} /> : <PartyField />}
        <div className="ways">
          <button type="button" className="button" onClick={() => setListed(!isListed)}>
            <ClipboardPaste width={15} height={15} />
            {isListed ? say('改為逐位輸入', 'Type them one by one') : say('從 Excel 貼上…', 'Paste from Excel…')}
          </button>
        </div>
        {!isListed && <LivePrice />}
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

/** What is wrong with the party as a whole, such as too many for the trip, stands below its list. */
const ListedParty = ({ names }: { names: NameListState }) => {
  const fault = useFault('travelers')
  return (
    <>
      <Suspense>
        <NameListField names={names} />
      </Suspense>
      {fault && <p className="told fault">{fault}</p>}
    </>
  )
}

type Booked = { id: number; booking_number: string; status: string }

const useBook = (close: () => void) => {
  const say = useSay()
  const open = useOpen(close)
  return useWrite({
    send: (body: BookingInput, guidon) => createBooking(guidon, body),
    done: ({ data }) => open(data),
    says: ({ data }) => toldOf(say, data),
    changes: ['bookings', 'trips'],
  })
}

type ListToBook = { details: Omit<BookingInput, 'travelers'>; rows: Cells[] }

const useBookList = (names: NameListState, close: () => void) => {
  const say = useSay()
  const open = useOpen(close)
  return useWrite({
    send: ({ details, rows }: ListToBook, guidon) => importBooking(guidon, { ...details, rows }),
    done: (answer) => (answer.booking ? open(answer.booking) : names.refuse(answer)),
    says: ({ booking }) => (booking ? toldOf(say, booking) : undefined),
    changes: ['bookings', 'trips'],
  })
}

const useOpen = (close: () => void) => {
  const navigate = useNavigate()
  return ({ id }: Booked) => {
    close()
    navigate({ to: '/bookings/$id', params: { id: String(id) } })
  }
}

const toldOf = (say: Say, { booking_number, status }: Booked) => ({
  title: say(`已建立訂單 ${booking_number}`, `Booking ${booking_number} created`),
  body:
    status === 'held'
      ? say('名額已保留。', 'Seats are held.')
      : say('名額不足，已排入候補。', 'Not enough seats: the booking is on the waitlist.'),
})
