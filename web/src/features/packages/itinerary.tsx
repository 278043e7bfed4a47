import * as label from 'guidon-sdk/labels'
import { Suspense, useState } from 'react'
import BedDouble from '~icons/lucide/bed-double'
import Pencil from '~icons/lucide/pencil'
import Route from '~icons/lucide/route'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { plural, useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import css from './packages.module.css'
import { mayEdit, type OnePackage, type Segment, useNamesOf } from './queries.ts'
import itineraryCss from './shared/itinerary.module.css'
import { Meals } from './shared/meals.tsx'
import { plannedHotel } from './shared/planned-hotel.ts'
import { transportIn } from './shared/transport-words.ts'

const ItineraryEditor = lazy(() => import('./itinerary-editor.tsx'))

type Props = { one: OnePackage }

/** The destinations, and for each day the program, the meals and the hotel. */
export const Itinerary = ({ one }: Props) => {
  const say = useSay()
  const isEditor = mayEdit(useMe())
  const { segments, departure_city_id: from } = one
  const cities = useNamesOf('/api/cities', [
    from,
    ...segments.flatMap(({ overnight_city_id, city_ids }) => [overnight_city_id, ...city_ids]),
  ])
  const [isEditing, setEditing] = useState(false)
  if (isEditing)
    return (
      <Suspense fallback={<Loading />}>
        <ItineraryEditor one={one} close={() => setEditing(false)} />
      </Suspense>
    )
  return (
    <Card
      title={say(...label.segments)}
      aside={
        isEditor && (
          <button type="button" className="button more" onClick={() => setEditing(true)}>
            <Pencil width={15} height={15} />
            {say('修改', 'Edit')}
            <span className="unseen"> {say(...label.segments)}</span>
          </button>
        )
      }
    >
      <Where one={one} from={cities(from)} />
      {segments.length === 0 && <Empty icon={Route}>{say('還沒有行程', 'No itinerary yet')}</Empty>}
      <ol className={itineraryCss.itinerary}>
        {segments.map((segment) => (
          <Day key={segment.id} segment={segment} cities={cities} />
        ))}
      </ol>
    </Card>
  )
}

const Where = ({ one: { countries }, from }: Props & { from: string }) => {
  const say = useSay()
  const names = useNamesOf(
    '/api/countries',
    countries.map(({ country_id }) => country_id),
  )
  const stays = countries.map(({ country_id, nights }) =>
    [names(country_id), nights !== null && say(`${nights} 夜`, plural(nights, 'night'))].filter(Boolean).join(' '),
  )
  const leaves = from && say(`${from}出發`, `From ${from}`)
  return <p className={`${css.where} small soft`}>{[leaves, ...stays].filter(Boolean).join('・')}</p>
}

type DayProps = { segment: Segment; cities: (...ids: (number | null)[]) => string }

const Day = ({ segment, cities }: DayProps) => {
  const say = useSay()
  const { day_from, day_to, title, title_en, description, description_en, transport } = segment
  const text = say(description ?? '', description_en ?? description ?? '')
  const route = [cities(...segment.city_ids), transport && transportIn(say, transport)].filter(Boolean).join('・')
  const days = day_from === day_to ? day_from : `${day_from}–${day_to}`
  return (
    <li>
      <p className={itineraryCss.numberOfDay}>
        <b>{say(`第 ${days} 天`, `Day ${days}`)}</b>
      </p>
      <div>
        <h2>{say(title, title_en ?? title)}</h2>
        {route && <p className="small soft">{route}</p>}
        {text && <p className="soft">{text}</p>}
        <Meals segment={segment} />
        <Night hotel={plannedHotel(say, segment)} city={cities(segment.overnight_city_id)} />
      </div>
    </li>
  )
}

const Night = ({ hotel, city }: { hotel: string | null; city: string }) => {
  if (!hotel && !city) return null
  return (
    <p className={`${itineraryCss.night} small`}>
      <BedDouble width={15} height={15} />
      {hotel ?? city}
      {hotel && city && <span className="soft">{city}</span>}
    </p>
  )
}
