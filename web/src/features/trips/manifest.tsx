import { useQuery } from '@tanstack/react-query'
import { telephoneAddress } from 'guidon-design/formats'
import { getPlannedTripManifest, type PlannedTripRoomTraveler } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { roomTypeWords } from 'guidon-sdk/words'
import Users from '~icons/lucide/users'
import { guidon } from '../../kit/api.ts'
import { type Say, useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { passengerWords } from '../bookings/shared/passenger-type.ts'
import css from './manifest.module.css'
import { needsIn } from './needs.ts'
import type { Trip } from './queries.ts'

/** The travelers for the leader's phone: phone numbers, meals and special requests. */
export default function Manifest({ trip: { id } }: { trip: Trip }) {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['trips', id, 'manifest'],
    queryFn: () => getPlannedTripManifest(guidon, id),
  })
  return (
    <Card title={say(...label.travelers)} count={data?.travelers.length}>
      {!data && <Loading />}
      {data?.travelers.length === 0 && <Empty icon={Users}>{say('還沒有旅客', 'No travelers yet')}</Empty>}
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
  const { number, name, surname_en, given_name_en, passenger_type, age, mobile, booking_number, needs } = person
  const kind = passengerWords(passenger_type)
  const english = [surname_en, given_name_en].filter(Boolean).join('/')
  return (
    <li>
      <span className={css.rank}>{number}</span>
      <div className={css.who}>
        <p>
          <b>{name}</b>
          {kind && kind[1] !== 'Adult' && <span className="small soft"> {say(...kind)}</span>}
          {age !== null && <span className="small soft"> {say(`${age} 歲`, `${age}`)}</span>}
        </p>
        <p className="small soft">
          {english}
          {english && '・'}
          {booking_number.split('-').at(-1)}
        </p>
        <p className="small">{roomsIn(say, person.slept)}</p>
        <Needs needs={needs} />
        <InEmergency person={person} />
      </div>
      {mobile && (
        <a className="button" href={telephoneAddress(mobile)}>
          {say('撥打', 'Call')}
          <span className="unseen"> {name}</span>
        </a>
      )}
    </li>
  )
}

/** One room if it is the same in all hotels, else the room in each. */
const roomsIn = (say: Say, slept: PlannedTripRoomTraveler['slept']) => {
  if (slept.length === 0) return say('還沒有房間', 'No room yet')
  const words = slept.map(({ number, type }) =>
    say(`${number} 號房 ${roomTypeWords[type][0]}`, `room ${number}, ${roomTypeWords[type][1].toLowerCase()}`),
  )
  return [...new Set(words)].join(' → ')
}

const InEmergency = ({ person }: { person: PlannedTripRoomTraveler }) => {
  const say = useSay()
  const { emergency_name, emergency_relation, emergency_phone } = person
  if (!emergency_name && !emergency_phone) return null
  return (
    <p className="small soft">
      {say('緊急聯絡人 ', 'In an emergency ')}
      {[emergency_name, emergency_relation].filter(Boolean).join(' ')}{' '}
      {emergency_phone && (
        <a className="unbroken" href={telephoneAddress(emergency_phone)}>
          {emergency_phone}
        </a>
      )}
    </p>
  )
}

const Needs = ({ needs }: Pick<PlannedTripRoomTraveler, 'needs'>) => {
  const say = useSay()
  const isAllergic = needs.some(({ kind }) => kind === 'allergies')
  const others = needsIn(
    say,
    needs.filter(({ kind }) => kind !== 'allergies'),
  )
  return (
    <>
      {others && <p className="small">{others}</p>}
      {isAllergic && <p className="small late">{say('有過敏，見餐食名單', 'allergies: see the dietary list')}</p>}
    </>
  )
}
