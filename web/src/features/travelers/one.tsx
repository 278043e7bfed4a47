import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { getTraveler } from 'guidon-sdk'
import { travelerCheckWords } from 'guidon-sdk/words'
import { Suspense } from 'react'
import Check from '~icons/lucide/check'
import { guidon } from '../../kit/api.ts'
import { dayWithYear } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { editsBookings } from '../../kit/roles.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Edit } from '../../ui/edit.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Heading } from '../../ui/heading.tsx'
import { useTravelerActs } from './acts.tsx'
import { Documents } from './documents.tsx'
import css from './one.module.css'
import { PersonCard } from './person-card.tsx'
import { SpecialRequests } from './special-requests.tsx'
import { Steps } from './steps.tsx'
import type { Traveler } from './words.ts'

const TravelerSheet = lazy(() => import('./shared/traveler-sheet.tsx'))
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
      <TravelerHeading traveler={traveler} />
      <Steps traveler={traveler} />
      <div className="halves">
        <div className="column">
          {traveler.open_change_request_id && (
            <Suspense>
              <ChangeRequests of={{ traveler_id: traveler.id }} />
            </Suspense>
          )}
          {traveler.status === 'active' && <Missing traveler={traveler} />}
          <Documents traveler={traveler} />
          <SpecialRequests traveler={traveler} />
        </div>
        <PersonCard traveler={traveler} />
      </div>
    </div>
  )
}

const TravelerHeading = ({ traveler }: { traveler: Traveler }) => {
  const say = useSay()
  const { name, surname_en, given_name_en, status, trip, booking } = traveler
  return (
    <Heading
      back={<BackLink to="/travelers">{say('所有旅客', 'All travelers')}</BackLink>}
      title={name}
      badge={
        <>
          <span className="soft">{[surname_en, given_name_en].filter(Boolean).join('/')}</span>
          {status === 'cancelled' && <span className="badge turn-over">{say('已取消', 'Cancelled')}</span>}
        </>
      }
      facts={
        <>
          <Link className="link" to="/trips/$id" params={{ id: String(trip.id) }}>
            {trip.serial} {nameOf(say, trip)}
          </Link>
          ・
          <Link className="link" to="/bookings/$id" params={{ id: String(booking.id) }}>
            {booking.booking_number}
          </Link>
        </>
      }
      main={
        editsBookings(useMe()) && (
          <Edit>{(close) => <TravelerSheet booking={traveler.booking_id} traveler={traveler} close={close} />}</Edit>
        )
      }
      more={useTravelerActs(traveler)}
    />
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
