import './page.css'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { TripTab } from '../../filters.ts'
import { daysBetween, dayWithWeekday } from '../../kit/days.ts'
import { type Me, seesBookings, useMe } from '../../kit/me.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { Loading } from '../../parts/empty.tsx'
import { ArrowLeft } from '../../parts/icons.tsx'
import { TripBadge } from '../../parts/trip-badge.tsx'
import { nameOfTrip } from '../../parts/trip-words.ts'
import { History } from './history.tsx'
import { Itinerary } from './itinerary.tsx'
import { Overview } from './overview.tsx'
import { Papers } from './papers.tsx'
import { People } from './people.tsx'
import { seesArrangements, seesPapers, type Trip, useTrip } from './queries.ts'

const Rooms = lazy(() => import('../../parts/rooms/rooms.tsx'))

/** One trip: how it stands, who goes, what happens each day, and what was done. */
export default function OneTrip() {
  const id = Number(useParams({ from: '/signed-in/trips/$id' }).id)
  const { tab } = useSearch({ from: '/signed-in/trips/$id' })
  const { data: trip, error } = useTrip(id)
  if (error) throw error
  if (!trip) return <Loading />
  return (
    <div className="page trip">
      <Heading trip={trip} />
      <Tabs id={id} />
      {!tab && <Overview trip={trip} />}
      {tab === 'people' && <People trip={trip} />}
      {tab === 'rooms' && (
        <Suspense fallback={<Loading />}>
          <Rooms trip={trip} />
        </Suspense>
      )}
      {tab === 'itinerary' && <Itinerary trip={trip} />}
      {tab === 'papers' && <Papers trip={trip} />}
      {tab === 'history' && <History trip={trip} />}
    </div>
  )
}

const Heading = ({ trip }: { trip: Trip }) => {
  const say = useSay()
  const days = daysBetween(trip.departure_date, trip.return_date) + 1
  return (
    <header className="heading">
      <Link className="back" to="/trips">
        <ArrowLeft size={15} />
        {say('所有出團', 'All trips')}
      </Link>
      <div className="line">
        <h1>{nameOfTrip(say, trip)}</h1>
        <TripBadge status={trip.status} />
      </div>
      <p className="soft">
        {trip.serial}・{dayWithWeekday(trip.departure_date)} – {dayWithWeekday(trip.return_date)}・
        {say(`${days} 天`, `${days} days`)}
      </p>
    </header>
  )
}

const everybody = () => true
const tabs: { tab?: TripTab; words: Words; isFor: (me: Me) => boolean }[] = [
  { words: ['總覽', 'Overview'], isFor: everybody },
  { tab: 'people', words: ['訂單與旅客', 'Bookings and travelers'], isFor: seesBookings },
  { tab: 'rooms', words: ['分房', 'Rooms'], isFor: seesArrangements },
  { tab: 'itinerary', words: ['行程與住宿', 'Itinerary and stays'], isFor: everybody },
  { tab: 'papers', words: ['文件', 'Papers'], isFor: everybody },
  { tab: 'history', words: ['紀錄', 'History'], isFor: seesPapers },
]

const Tabs = ({ id }: { id: number }) => {
  const say = useSay()
  const me = useMe()
  return (
    <nav className="tabs" aria-label={say('這一團的頁面', 'Pages of this trip')}>
      {tabs.map(
        ({ tab, words, isFor }) =>
          isFor(me) && (
            <Link
              key={words[1]}
              to="/trips/$id"
              params={{ id: String(id) }}
              search={{ tab }}
              activeOptions={{ explicitUndefined: true }}
            >
              {say(...words)}
            </Link>
          ),
      )}
    </nav>
  )
}
