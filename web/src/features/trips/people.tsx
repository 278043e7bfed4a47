import type { Booking, TripRegistrationTraveler as Traveler } from 'guidon-sdk'
import { Suspense, useState } from 'react'
import Receipt from '~icons/lucide/receipt'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { seesBookings } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { SubjectLink } from '../../ui/subject-link.tsx'
import { BookingBadge } from '../bookings/shared/badge.tsx'
import { NewBookingButton } from '../bookings/shared/new/button.tsx'
import { passengerWords } from '../bookings/shared/passenger-type.ts'
import { peopleIn } from '../persons/shared/words.ts'
import css from './people.module.css'
import { type Trip, useBookings, useTravelers } from './queries.ts'
import readinessCss from './readiness.module.css'

const Manifest = lazy(() => import('./manifest.tsx'))
const PeopleTable = lazy(() => import('./people-table.tsx'))

const over = ['cancelled', 'expired']

/** The bookings and travelers of a trip; leaders do not see payments and passports. */
export default function People({ trip }: { trip: Trip }) {
  return seesBookings(useMe()) ? <Parties trip={trip} /> : <Manifest trip={trip} />
}

/** All bookings with their travelers, or all travelers in one table. */
const Parties = ({ trip }: { trip: Trip }) => {
  const say = useSay()
  const bookings = useBookings(trip.id)
  const travelers = useTravelers(trip.id, useMe())
  const [isTable, setTable] = useState(false)
  if (!bookings) return <Loading />
  const last = bookings.toSorted((a, b) => Number(over.includes(a.status)) - Number(over.includes(b.status)))
  return (
    <Card
      title={say('訂單與旅客', 'Bookings and travelers')}
      count={bookings.length}
      aside={<NewBookingButton trip={trip.id} className="button more" />}
    >
      {last.length === 0 && <Empty icon={Receipt}>{say('還沒有訂單', 'No bookings yet')}</Empty>}
      {travelers && last.length > 0 && (
        <fieldset className={`switch ${css.asWhat}`} aria-label={say('顯示方式', 'Shown as')}>
          <button type="button" aria-pressed={!isTable} onClick={() => setTable(false)}>
            {say('依訂單', 'By booking')}
          </button>
          <button type="button" aria-pressed={isTable} onClick={() => setTable(true)}>
            {say('旅客總表', 'Table of travelers')}
          </button>
        </fieldset>
      )}
      {isTable && travelers ? (
        <Suspense fallback={<Loading />}>
          <PeopleTable trip={trip.id} bookings={bookings} travelers={travelers} />
        </Suspense>
      ) : (
        <ul className={css.parties}>
          {last.map((booking) => (
            <Party
              key={booking.id}
              booking={booking}
              people={travelers?.filter(({ booking_id }) => booking_id === booking.id) ?? []}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

const Party = ({ booking, people }: { booking: Booking; people: Traveler[] }) => {
  const say = useSay()
  const { id, contact, booking_number, party_size, balance, currency, is_overdue, status } = booking
  return (
    <li className={over.includes(status) ? css.over : ''}>
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
      <ul className={css.people} aria-label={say('旅客', 'Travelers')}>
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
    <li className={status === 'cancelled' ? css.gone : ''}>
      <SubjectLink subject={{ type: 'traveler', id }}>{name}</SubjectLink>
      <span className="tiny soft">{[surname_en, given_name_en].filter(Boolean).join('/')}</span>
      {words && words[1] !== 'Adult' && <span className="tiny soft">{say(...words)}</span>}
      {checks.length > 0 && status === 'active' && (
        <span className={`${readinessCss.dot} ${readinessCss.red}`} title={say('證件未齊', 'Papers missing')}>
          <span className="unseen">{say('證件未齊', 'Papers missing')}</span>
        </span>
      )}
    </li>
  )
}
