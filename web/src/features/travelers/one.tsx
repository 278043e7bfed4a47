import { travelerCheckWords } from 'guidon-sdk/words/traveler-check'
import './one.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { getTraveler } from 'guidon-sdk'
import Check from '~icons/lucide/check'
import { guidon } from '../../kit/api.ts'
import { dayWithYear } from '../../kit/days.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Loading } from '../../ui/empty.tsx'
import { ChangeRequests } from '../bookings/shared/change-requests.tsx'
import { Documents } from './documents.tsx'
import { PersonCard } from './person-card.tsx'
import { Steps } from './steps.tsx'
import { Wishes } from './wishes.tsx'
import type { Traveler } from './words.ts'

/** One traveler: what is missing, the papers, the wishes, and personal data that are masked until they are asked for. */
export default function OneTraveler() {
  const id = Number(useParams({ from: '/signed-in/travelers/$id' }).id)
  const { data: traveler } = useQuery({
    queryKey: ['travelers', id],
    queryFn: () => getTraveler(guidon, id),
  })
  if (!traveler) return <Loading />
  return (
    <div className="page">
      <Heading traveler={traveler} />
      <div className="halves">
        <div className="column">
          {traveler.open_change_request_id && <ChangeRequests of={{ traveler_id: traveler.id }} />}
          <Missing traveler={traveler} />
          <Documents id={id} />
          <Wishes id={id} />
        </div>
        <div className="column">
          <PersonCard traveler={traveler} />
          <Steps traveler={traveler} />
        </div>
      </div>
    </div>
  )
}

const Heading = ({ traveler: { name, surname_en, given_name_en, status, trip, booking } }: { traveler: Traveler }) => {
  const say = useSay()
  return (
    <header className="heading">
      <BackLink to="/travelers">{say('所有旅客', 'All travelers')}</BackLink>
      <div className="line">
        <h1>{name}</h1>
        <span className="soft">{[surname_en, given_name_en].filter(Boolean).join('/')}</span>
        {status === 'cancelled' && <span className="badge turn-over">{say('已取消', 'Cancelled')}</span>}
      </div>
      <p className="soft">
        <Link className="link" to="/trips/$id" params={{ id: String(trip.id) }}>
          {trip.serial} {nameOf(say, trip)}
        </Link>
        ・
        <Link className="link" to="/bookings/$id" params={{ id: String(booking.id) }}>
          {booking.booking_number}
        </Link>
      </p>
    </header>
  )
}

const Missing = ({ traveler: { checks, passport_needed_until: until } }: { traveler: Traveler }) => {
  const say = useSay()
  return (
    <Card title={say('出發前', 'Before departure')}>
      <div className="within">
        {checks.length === 0 && (
          <p className="ready">
            <Check />
            {say('證件齊全', 'All papers are here')}
          </p>
        )}
        {checks.length > 0 && (
          <ul className="missing">
            {checks.map((check) => (
              <li key={check}>{say(...travelerCheckWords[check])}</li>
            ))}
          </ul>
        )}
        {until && (
          <p className="small soft">
            {say(`護照效期須至 ${dayWithYear(until)}`, `The passport must be valid until ${dayWithYear(until)}`)}
          </p>
        )}
      </div>
    </Card>
  )
}
