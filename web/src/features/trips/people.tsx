import type { Booking, TripRegistrationTraveler as Traveler } from 'guidon-sdk'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { SubjectLink } from '../../ui/subject-link.tsx'
import { BookingBadge } from '../bookings/shared/badge.tsx'
import { NewBookingButton } from '../bookings/shared/new/button.tsx'
import { passengerWords } from '../bookings/shared/words.ts'
import { peopleIn } from '../persons/shared/words.ts'
import { type Trip, useBookings, useTravelers } from './queries.ts'

const Manifest = lazy(() => import('./manifest.tsx'))

const over = ['cancelled', 'expired']

/** Who goes; a leader sees the people without their money and passports. */
export default function People({ trip }: { trip: Trip }) {
  return useMe().role === 'leader' ? <Manifest trip={trip} /> : <Parties trip={trip} />
}

/** Every booking with its people. */
const Parties = ({ trip }: { trip: Trip }) => {
  const say = useSay()
  const bookings = useBookings(trip.id)
  const travelers = useTravelers(trip.id, useMe())
  if (!bookings) return <Loading />
  const last = bookings.toSorted((a, b) => Number(over.includes(a.status)) - Number(over.includes(b.status)))
  return (
    <Card
      title={say('訂單與旅客', 'Bookings and travelers')}
      count={bookings.length}
      aside={<NewBookingButton trip={trip.id} className="button more" />}
    >
      {last.length === 0 && <Empty>{say('還沒有訂單', 'No bookings yet')}</Empty>}
      <ul className="parties">
        {last.map((booking) => (
          <Party
            key={booking.id}
            booking={booking}
            people={travelers?.filter(({ booking_id }) => booking_id === booking.id) ?? []}
          />
        ))}
      </ul>
    </Card>
  )
}

const Party = ({ booking, people }: { booking: Booking; people: Traveler[] }) => {
  const say = useSay()
  const { id, contact, booking_number, party_size, balance, currency, is_overdue, status } = booking
  return (
    <li className={over.includes(status) ? 'over' : ''}>
      <div className="line">
        <SubjectLink subject={{ type: 'booking', id }}>{contact.name}</SubjectLink>
        <span className="small soft">
          {booking_number}・{peopleIn(say, party_size)}
        </span>
        <BookingBadge status={status} />
        {balance > 0 && !over.includes(status) && (
          <span className={`small ${is_overdue ? 'late' : 'soft'}`}>
            {say('未付 ', 'owes ')}
            {price(balance, currency)}
          </span>
        )}
      </div>
      <ul className="people">
        {people.map((each) => (
          <Person key={each.id} traveler={each} />
        ))}
      </ul>
    </li>
  )
}

const Person = ({
  traveler: { id, name, surname_en, given_name_en, passenger_type, checks, status },
}: {
  traveler: Traveler
}) => {
  const say = useSay()
  const words = passengerWords(passenger_type)
  return (
    <li className={status === 'cancelled' ? 'gone' : ''}>
      <SubjectLink subject={{ type: 'traveler', id }}>{name}</SubjectLink>
      <span className="tiny soft">{[surname_en, given_name_en].filter(Boolean).join('/')}</span>
      {words && words[1] !== 'Adult' && <span className="tiny soft">{say(...words)}</span>}
      {checks.length > 0 && status === 'active' && (
        <span className="dot red" title={say('證件未齊', 'Papers missing')}>
          <span className="unseen">{say('證件未齊', 'Papers missing')}</span>
        </span>
      )}
    </li>
  )
}
