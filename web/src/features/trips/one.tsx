import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { deletePlannedTrip, type Guidon } from 'guidon-sdk'
import { type ComponentType, type LazyExoticComponent, Suspense, useState } from 'react'
import { daysBetween, shortDay } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { isStaff, type Me, seesBookings, seesRequests, useMe } from '../../kit/me.ts'
import { editsTrips } from '../../kit/roles.ts'
import { plural, useSay } from '../../kit/words.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { NearDay } from '../../ui/days/near-day.ts'
import { Loading } from '../../ui/empty.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import css from './one.module.css'
import { Overview } from './overview.tsx'
import { seesArrangements, seesPapers, type Trip, useTrip } from './queries.ts'
import type { TripTab } from './search.ts'
import { TripBadge } from './shared/badge.tsx'
import { nameOfTrip } from './shared/words.ts'

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
        <Heading trip={trip} />
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

const Heading = ({ trip }: { trip: Trip }) => {
  const say = useSay()
  const me = useMe()
  const days = daysBetween(trip.departure_date, trip.return_date) + 1
  return (
    <header className="heading">
      <BackLink to="/trips">{say('所有出團', 'All trips')}</BackLink>
      <div className="line">
        <h1>{nameOfTrip(say, trip)}</h1>
        <TripBadge status={trip.status} />
      </div>
      <p className="soft">
        {trip.serial}・{shortDay(trip.departure_date)} – {shortDay(trip.return_date)}・
        {say(`${days} 天`, plural(days, 'day'))}
      </p>
      {editsTrips(me) && <Ways trip={trip} />}
    </header>
  )
}

/** Buttons to change the facts, and to remove a draft. */
const Ways = ({ trip: { id, version, status }, trip }: { trip: Trip }) => {
  const say = useSay()
  const navigate = useNavigate()
  const [isChanging, setChanging] = useState(false)
  // A removed record is not read again.
  const remove = async (guidon: Guidon) => {
    await deletePlannedTrip(guidon, id, { version })
    await navigate({ to: '/trips' })
  }
  return (
    <p className="ways">
      <button type="button" className="button" onClick={() => setChanging(true)}>
        {say('修改這一團', 'Change')}
      </button>
      {status === 'draft' && (
        <ActButton
          words={['刪除草稿', 'Remove the draft']}
          sure={['確定刪除？', 'Remove it?']}
          says={['草稿已刪除', 'The draft is removed']}
          act={remove}
          changes={['trips']}
        />
      )}
      <Suspense>{isChanging && <EditSheet trip={trip} close={() => setChanging(false)} />}</Suspense>
    </p>
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
  { tab: 'history', words: ['紀錄', 'History'], isFor: seesPapers },
]
