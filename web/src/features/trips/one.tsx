import { useParams, useSearch } from '@tanstack/react-router'
import { type ComponentType, type LazyExoticComponent, Suspense } from 'react'
import { daysBetween, shortDay } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { isStaff, type Me, seesBookings, seesRequests, useMe } from '../../kit/me.ts'
import { NearDay } from '../../kit/near-day.ts'
import { editsTrips, seesTheRoad } from '../../kit/roles.ts'
import { plural, useSay } from '../../kit/words.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Edit } from '../../ui/edit.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Heading } from '../../ui/heading.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { useTripActs } from './acts.tsx'
import css from './one.module.css'
import { Overview } from './overview.tsx'
import { seesArrangements, seesPapers, type Trip, useTrip } from './queries.ts'
import type { TripTab } from './search.ts'
import { TripBadge } from './shared/badge.tsx'
import { nameOfTrip } from './shared/name.ts'

const EditSheet = lazy(() => import('./facts/edit-sheet.tsx'))
const parts: Record<TripTab, LazyExoticComponent<ComponentType<{ trip: Trip }>>> = {
  people: lazy(() => import('./people.tsx')),
  extras: lazy(() => import('./extras.tsx')),
  messages: lazy(() => import('./messages/messages.tsx')),
  rooms: lazy(() => import('./rooms/rooms.tsx')),
  itinerary: lazy(() => import('./itinerary/itinerary.tsx')),
  papers: lazy(() => import('./papers.tsx')),
  money: lazy(() => import('./money/money.tsx')),
  handover: lazy(() => import('./handover/handovers.tsx')),
  road: lazy(() => import('./road/road.tsx')),
  history: lazy(() => import('./history.tsx')),
}

/** One trip: its status, its people, its itinerary, and its history. */
export default function OneTrip() {
  const say = useSay()
  const id = Number(useParams({ from: '/signed-in/trips/$id' }).id)
  const { tab } = useSearch({ from: '/signed-in/trips/$id' })
  const { data: trip } = useTrip(id)
  if (!trip) return <Loading />
  const Part = tab && parts[tab]
  return (
    <NearDay value={trip.departure_date}>
      <div className={`page ${css.trip}`}>
        <TripHeading trip={trip} />
        <Tabs label={say('這一團的頁面', 'Pages of this trip')} tabs={tabs} />
        {Part ? (
          <Suspense fallback={<Loading />}>
            <Part trip={trip} />
          </Suspense>
        ) : (
          <Overview trip={trip} />
        )}
      </div>
    </NearDay>
  )
}

const TripHeading = ({ trip }: { trip: Trip }) => {
  const say = useSay()
  const days = daysBetween(trip.departure_date, trip.return_date) + 1
  return (
    <Heading
      back={<BackLink to="/trips">{say('所有出團', 'All trips')}</BackLink>}
      title={nameOfTrip(say, trip)}
      badge={<TripBadge status={trip.status} />}
      facts={
        <>
          {trip.serial}・{shortDay(trip.departure_date)} – {shortDay(trip.return_date)}・
          {say(`${days} 天`, plural(days, 'day'))}
        </>
      }
      main={editsTrips(useMe()) && <Edit>{(close) => <EditSheet trip={trip} close={close} />}</Edit>}
      more={useTripActs(trip)}
    />
  )
}

// Leaders see the travelers without their bookings.
const isLeader = (me: Me) => !seesBookings(me)
const tabs: Tab<TripTab>[] = [
  { words: ['總覽', 'Overview'] },
  { tab: 'people', words: ['訂單旅客', 'People'], isFor: seesBookings },
  { tab: 'people', words: ['旅客', 'Travelers'], isFor: isLeader },
  { tab: 'extras', words: ['加購', 'Add-ons'], isFor: seesRequests },
  { tab: 'messages', words: ['訊息', 'Messages'], isFor: seesPapers },
  { tab: 'rooms', words: ['分房', 'Rooms'], isFor: seesArrangements },
  { tab: 'itinerary', words: ['行程住宿', 'Itinerary'] },
  { tab: 'papers', words: ['文件', 'Papers'] },
  { tab: 'money', words: ['損益', 'Result'], isFor: isStaff },
  { tab: 'handover', words: ['交接', 'Handover'], isFor: seesArrangements },
  { tab: 'road', words: ['途中', 'On the road'], isFor: seesTheRoad },
  { tab: 'history', words: ['紀錄', 'History'], isFor: seesPapers },
]
