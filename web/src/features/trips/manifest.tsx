import { useQuery } from '@tanstack/react-query'
import { getPlannedTripManifest, type PlannedTripRoomTraveler } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { passengerWords } from '../bookings/shared/words.ts'
import { foodIn } from '../travelers/shared/food-words.ts'
import css from './manifest.module.css'
import type { Trip } from './queries.ts'

/** The travelers for the leader's phone: phone numbers, meals and special requests. */
export default function Manifest({ trip: { id } }: { trip: Trip }) {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['trips', id, 'manifest'],
    queryFn: () => getPlannedTripManifest(guidon, id),
  })
  return (
    <Card title={say('旅客', 'Travelers')} count={data?.travelers.length}>
      {!data && <Loading />}
      {data?.travelers.length === 0 && <Empty>{say('還沒有旅客', 'No travelers yet')}</Empty>}
      <ol className={css.manifest}>
        {data?.travelers.map((each) => (
          <Person key={each.traveler_id} person={each} />
        ))}
      </ol>
    </Card>
  )
}

const Person = ({ person }: { person: PlannedTripRoomTraveler }) => {
  const say = useSay()
  const { number, name, surname_en, given_name_en, passenger_type, mobile, booking_number, special_requests } = person
  const kind = passengerWords(passenger_type)
  const english = [surname_en, given_name_en].filter(Boolean).join('/')
  return (
    <li>
      <span className={css.rank}>{number}</span>
      <div className={css.who}>
        <p>
          <b>{name}</b>
          {kind && kind[1] !== 'Adult' && <span className="small soft"> {say(...kind)}</span>}
        </p>
        <p className="small soft">
          {english}
          {english && '・'}
          {booking_number.split('-').at(-1)}
        </p>
        <Food words={foodIn(say, person)} hasAllergies={person.has_allergies} />
        {special_requests.map(({ detail }) => (
          <p key={detail} className="small">
            {detail}
          </p>
        ))}
      </div>
      {mobile && (
        <a className="button" href={`tel:${mobile}`}>
          {say('撥打', 'Call')}
          <span className="unseen"> {name}</span>
        </a>
      )}
    </li>
  )
}

const Food = ({ words, hasAllergies }: { words: string; hasAllergies: boolean }) => {
  const say = useSay()
  if (!words && !hasAllergies) return null
  return (
    <p className="small">
      {words}
      {words && hasAllergies && '・'}
      {hasAllergies && <span className="late">{say('有過敏，見餐食名單', 'allergies: see the dietary list')}</span>}
    </p>
  )
}
