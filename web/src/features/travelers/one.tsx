import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { getTraveler } from 'guidon-sdk'
import { travelerCheckWords } from 'guidon-sdk/words'
import { Suspense } from 'react'
import Check from '~icons/lucide/check'
import { guidon } from '../../kit/api.ts'
import { dayWithYear } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Documents } from './documents.tsx'
import css from './one.module.css'
import { PersonCard } from './person-card.tsx'
import { SpecialRequests } from './special-requests.tsx'
import { Steps } from './steps.tsx'
import type { Traveler } from './words.ts'

const ChangeRequests = lazy(() => import('../bookings/shared/change-requests.tsx'))

/**
 * One traveler: what is missing, documents, special requests, and personal data, which are masked until the reader gives a reason.
 */
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
          {traveler.open_change_request_id && (
            <Suspense>
              <ChangeRequests of={{ traveler_id: traveler.id }} />
            </Suspense>
          )}
          <Missing traveler={traveler} />
          <Documents traveler={traveler} />
          <SpecialRequests id={id} />
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
          <p className={css.ready}>
            <Check />
            {say('證件齊全', 'All documents are complete')}
          </p>
        )}
        {checks.length > 0 && (
          <ul className={css.missing}>
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
