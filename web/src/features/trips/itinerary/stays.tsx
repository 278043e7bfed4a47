import type { PlannedTripSegment, PlannedTripStay } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { roomTypeWords, stayStatusWords } from 'guidon-sdk/words'
import { Suspense, useState } from 'react'
import BedDouble from '~icons/lucide/bed-double'
import { addDays, type Day, daysBetween, span } from '../../../kit/days.ts'
import { lazy } from '../../../kit/lazy.ts'
import { useMe } from '../../../kit/me.ts'
import { editsTrips } from '../../../kit/roles.ts'
import { nameOf, plural, useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { AddButton, EditButton } from '../../../ui/row-buttons.tsx'
import type { Trip } from '../queries.ts'
import css from './itinerary.module.css'
import { type PlannedNights, plannedNights } from './planned-nights.ts'

const Release = lazy(() => import('../release.tsx'))
const StaySheet = lazy(() => import('./stay-sheet.tsx'))

type Props = { trip: Trip; stays: PlannedTripStay[]; segments: PlannedTripSegment[] }

/** The booked hotels with their nights and rooms, and nights that the itinerary names but that are not booked. */
export const Stays = ({ trip, stays, segments }: Props) => {
  const say = useSay()
  const isEditor = editsTrips(useMe())
  const [open, setOpen] = useState<number | 'new' | PlannedNights>()
  return (
    <Card
      title={say(...label.stays)}
      count={stays.length || undefined}
      aside={isEditor && <AddButton words={['新增住宿', 'Add a stay']} act={() => setOpen('new')} />}
    >
      {stays.length === 0 && <Empty icon={BedDouble}>{say('還沒有訂房', 'No stays yet')}</Empty>}
      <ul className={css.stays}>
        {stays.map((stay) => (
          <Stay
            key={stay.id}
            stay={stay}
            isOff={trip.status === 'cancelled'}
            {...(isEditor && { edit: () => setOpen(stay.id) })}
          />
        ))}
        {isEditor &&
          trip.status !== 'cancelled' &&
          plannedNights(segments, stays, trip.return_date).map((nights) => (
            <Planned key={nights.check_in} nights={nights} book={() => setOpen(nights)} />
          ))}
      </ul>
      <Suspense>
        {open && (
          <StaySheet
            trip={trip}
            stay={stays.find(({ id }) => id === open)}
            night={typeof open === 'object' ? open.check_in : freeNight(trip, stays)}
            planned={typeof open === 'object' ? open : undefined}
            statuses={stayStatusWords}
            close={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </Card>
  )
}

/** The first night without a booked hotel. */
const freeNight = ({ departure_date: first, return_date }: Trip, stays: readonly PlannedTripStay[]) => {
  const nights = Array.from({ length: daysBetween(first, return_date) }, (_, nth) => addDays(first, nth))
  const isBooked = (night: Day) =>
    stays.some(({ check_in, check_out, status }) => status !== 'cancelled' && check_in <= night && night < check_out)
  return nights.find((night) => !isBooked(night)) ?? first
}

/** A night that only the itinerary names. */
const Planned = ({ nights, book }: { nights: PlannedNights; book: () => void }) => {
  const say = useSay()
  const { hotel_name, check_in, check_out } = nights
  const count = daysBetween(check_in, check_out)
  return (
    <li>
      <div>
        <b>{hotel_name}</b>
        <p className="small soft">
          {span(check_in, check_out)}・{say(`${count} 晚`, plural(count, 'night'))}・
          {say('行程所列，還沒有訂房', 'named in the itinerary, not booked yet')}
        </p>
      </div>
      <button type="button" className="button" onClick={book}>
        {say('訂這家', 'Book it')}
        <span className="unseen"> {hotel_name}</span>
      </button>
    </li>
  )
}

const Stay = ({ stay, isOff, edit }: { stay: PlannedTripStay; isOff: boolean; edit?: () => void }) => {
  const say = useSay()
  const { hotel, check_in, check_out, nights, status, rooms, confirmation_number } = stay
  const hue = status === 'confirmed' ? 'turn-done' : status === 'cancelled' ? 'turn-over' : 'turn-department'
  return (
    <li className={status === 'cancelled' ? css.gone : ''}>
      <div>
        <b>{nameOf(say, hotel)}</b>
        <p className="small soft">
          {span(check_in, check_out)}・{say(`${nights} 晚`, plural(nights, 'night'))}
          {confirmation_number && `・${confirmation_number}`}
        </p>
        <p className="small soft">
          {rooms.map(({ type, count }) => `${say(...roomTypeWords[type])} ${count}`).join(say('、', ', '))}
        </p>
      </div>
      <span className={`badge ${hue}`}>{say(...stayStatusWords[status])}</span>
      {edit &&
        (isOff && status !== 'cancelled' ? (
          <Suspense>
            <Release stay={stay} />
          </Suspense>
        ) : (
          <EditButton of={nameOf(say, hotel)} act={edit} />
        ))}
    </li>
  )
}
