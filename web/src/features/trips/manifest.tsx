import { useQuery } from '@tanstack/react-query'
import { telephoneAddress } from 'guidon-design/formats'
import { getPlannedTripManifest, type PlannedTripRoomTraveler } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import Users from '~icons/lucide/users'
import { guidon } from '../../kit/api.ts'
import { useSay } from '../../kit/words.ts'
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
  const { number, name, surname_en, given_name_en, passenger_type, mobile, booking_number, needs } = person
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
        <Needs needs={needs} />
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
