import { Link } from '@tanstack/react-router'
import type { PlannedTripReadiness } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { type ReactNode, Suspense, useState } from 'react'
import { dayWithYear } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { editsTrips } from '../../kit/roles.ts'
import { plural, useSay, type Words } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Loading } from '../../ui/empty.tsx'
import { SubjectLink } from '../../ui/subject-link.tsx'
import { peopleIn } from '../persons/shared/words.ts'
import { type Trip, useReadiness } from './queries.ts'
import css from './readiness.module.css'
import type { TripTab } from './search.ts'

const EditSheet = lazy(() => import('./facts/edit-sheet.tsx'))

type Light = NonNullable<PlannedTripReadiness['light']>
const lights: Record<Light, Words> = {
  green: ['都準備好了', 'Everything is ready'],
  amber: ['有些項目需要留意', 'Some items need attention'],
  red: ['還不能出發', 'Not ready to depart'],
}

/** The light of the trip, the reasons for it, and the people behind each reason. */
export const Readiness = ({ trip }: { trip: Trip }) => {
  const say = useSay()
  const readiness = useReadiness(trip.id, useMe())
  return (
    <Card title={say(...label.readiness)}>
      {readiness ? <Result trip={trip} readiness={readiness} /> : <Loading />}
    </Card>
  )
}

const Result = ({ trip, readiness }: { trip: Trip; readiness: PlannedTripReadiness }) => {
  const say = useSay()
  const { light, travelers, ready, passport_needed_until: until, found, broke } = readiness
  if (light === null)
    return (
      <p className="within soft">
        {say(
          '行程已結束或已取消，不再檢查準備狀況。',
          'The trip is back or was cancelled, so nothing is checked any more.',
        )}
      </p>
    )
  // The people behind a reason are listed below it; reasons that concern the trip itself have no list.
  const ofTrip = broke.filter(({ kind }) => kind !== 'day' && !found.some(({ check }) => check === kind))
  return (
    <div className={`within ${css.readiness}`}>
      <div className={`${css.light} ${travelers ? css[light] : ''}`}>
        <i aria-hidden="true" />
        <div>
          <b>{travelers ? say(...lights[light]) : say('還沒有旅客', 'No travelers yet')}</b>
          <p className="small soft">
            {travelers > 0 &&
              say(`${travelers} 位旅客，${ready} 位已備齊`, `${ready} of ${plural(travelers, 'traveler')} ready`)}
            {until &&
              say(`；護照效期須至 ${dayWithYear(until)}`, `; passports must be valid until ${dayWithYear(until)}`)}
          </p>
        </div>
      </div>
      {ofTrip.length > 0 && (
        <ul className={css.reasons}>
          {ofTrip.map(({ kind, says, light, count }) => (
            <li key={kind}>
              <i className={`${css.dot} ${css[light]}`} aria-hidden="true" />
              <Place trip={trip} kind={kind}>
                {says}
              </Place>
              {count > 1 && <span className="count">{count}</span>}
            </li>
          ))}
        </ul>
      )}
      {found.map((reason) => (
        <Reason key={reason.check} reason={reason} readiness={readiness} />
      ))}
    </div>
  )
}

/** Where each reason is mended: a tab of the trip, or a card of this page. */
const places: Record<string, { tab?: TripTab; hash?: string }> = {
  leader: { hash: 'leader' },
  leader_conflict: { hash: 'leader' },
  tickets: { hash: 'flights' },
  deadlines: { hash: 'deadlines' },
  rooms: { tab: 'rooms' },
  hotels: { tab: 'itinerary' },
  departure_notices: { tab: 'papers' },
  balances: { tab: 'people' },
  bookings: { tab: 'people' },
  travelers: { tab: 'people' },
  handover: { tab: 'handover' },
  addon_requests: { tab: 'extras' },
}

/** Leads to where a reason is mended; the assembly is mended at once. */
const Place = ({ trip, kind, children }: { trip: Trip; kind: string; children: ReactNode }) => {
  const [isOpen, setOpen] = useState(false)
  const isEditor = editsTrips(useMe())
  const { tab, hash } = places[kind] ?? {}
  if (tab || hash)
    return (
      <Link className="link" to="." search={() => ({ tab })} {...(hash && { hash })}>
        {children}
      </Link>
    )
  if (!isEditor || !kind.startsWith('assembly')) return children
  return (
    <>
      <button type="button" className={`link ${css.place}`} onClick={() => setOpen(true)}>
        {children}
      </button>
      <Suspense>{isOpen && <EditSheet trip={trip} close={() => setOpen(false)} />}</Suspense>
    </>
  )
}

type ReasonProps = { reason: PlannedTripReadiness['found'][number]; readiness: PlannedTripReadiness }

const Reason = ({ reason: { check, light, says, count }, readiness }: ReasonProps) => {
  const say = useSay()
  const people = readiness.list.filter(({ checks }) => checks.some((each) => each.check === check))
  return (
    <details>
      <summary>
        <i className={`${css.dot} ${css[light]}`} aria-hidden="true" />
        {says}
        <span className="count">{peopleIn(say, count)}</span>
      </summary>
      <ul>
        {people.map(({ traveler_id, name, booking_number }) => (
          <li key={traveler_id}>
            <SubjectLink subject={{ type: 'traveler', id: traveler_id }}>{name}</SubjectLink>
            <span className="small soft">{booking_number}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
