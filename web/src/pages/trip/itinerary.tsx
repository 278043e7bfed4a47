import '../../parts/itinerary.css'
import type { PlannedTripSegment, PlannedTripStay } from 'guidon-sdk'
import { daysBetween, dayWithWeekday } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { nameOf, useSay, type Words } from '../../kit/words.ts'
import { Empty, Loading } from '../../parts/empty.tsx'
import { BedDouble } from '../../parts/icons.tsx'
import { Meals } from '../../parts/meals.tsx'
import { roomWords } from '../../parts/room-words.ts'
import { type Trip, useSegments, useStays } from './queries.ts'

/** Day by day: where to, what is eaten, and where the night is spent. */
export default function Itinerary({ trip }: { trip: Trip }) {
  const say = useSay()
  const segments = useSegments(trip.id)
  const stays = useStays(trip.id, useMe()) ?? []
  if (!segments) return <Loading />
  return (
    <section className="card" aria-label={say('行程', 'Itinerary')}>
      {segments.length === 0 && <Empty>{say('還沒有行程', 'No itinerary yet')}</Empty>}
      <ol className="itinerary">
        {segments.map((segment) => (
          <Day
            key={segment.id}
            first={trip.departure_date}
            segment={segment}
            stay={stays.find((stay) => isNightOf(stay, segment))}
          />
        ))}
      </ol>
    </section>
  )
}

const isNightOf = ({ check_in, check_out, status }: PlannedTripStay, { ends_on }: PlannedTripSegment) =>
  status !== 'cancelled' && check_in <= ends_on && ends_on < check_out

type DayProps = { first: string; segment: PlannedTripSegment; stay: PlannedTripStay | undefined }

const Day = ({ first, segment, stay }: DayProps) => {
  const say = useSay()
  const { starts_on, ends_on, title, title_en, description, description_en } = segment
  const [from, to] = [starts_on, ends_on].map((day) => daysBetween(first, day) + 1)
  const days = from === to ? from : `${from}–${to}`
  const text = say(description ?? '', description_en ?? description ?? '')
  return (
    <li>
      <p className="number-of-day">
        <b>{say(`第 ${days} 天`, `Day ${days}`)}</b>
        <span className="small soft">
          {dayWithWeekday(starts_on)}
          {ends_on !== starts_on && ` – ${dayWithWeekday(ends_on)}`}
        </span>
      </p>
      <div>
        <h2>{say(title, title_en ?? title)}</h2>
        {text && <p className="soft">{text}</p>}
        <Meals segment={segment} />
        <Night stay={stay} named={segment.hotel_name} />
      </div>
    </li>
  )
}

const Night = ({ stay, named }: { stay: PlannedTripStay | undefined; named: string | null }) => {
  const say = useSay()
  if (!stay && !named) return null
  return (
    <p className="night small">
      <BedDouble size={15} />
      {stay ? nameOf(say, stay.hotel) : named}
      {stay && (
        <span className={`badge ${stay.status === 'confirmed' ? 'turn-done' : 'turn-department'}`}>
          {say(...stayWords[stay.status])}
        </span>
      )}
      {stay && (
        <span className="soft">
          {stay.rooms.map(({ type, count }) => `${say(...roomWords[type])} ${count}`).join('、')}
        </span>
      )}
      {stay?.confirmation_number && <span className="soft">{stay.confirmation_number}</span>}
    </p>
  )
}

const stayWords: Record<PlannedTripStay['status'], Words> = {
  requested: ['已訂未回', 'Requested'],
  confirmed: ['已確認', 'Confirmed'],
  cancelled: ['取消', 'Cancelled'],
}
