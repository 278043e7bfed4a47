import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listTripsUnderWay, type OnTheRoad } from 'guidon-sdk'
import Compass from '~icons/lucide/compass'
import { guidon } from '../../../kit/api.ts'
import { span } from '../../../kit/days.ts'
import { nameOf, plural, useSay } from '../../../kit/words.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { Empty, Loading } from '../../../ui/empty.tsx'
import { Heading } from '../../../ui/heading.tsx'
import { Ago } from '../ago.tsx'
import css from './road.module.css'

/** The trips that are under way: who needs somebody, and when each was heard of last. */
export default function TripsUnderWay() {
  const say = useSay()
  const { data } = useQuery({ queryKey: ['on-the-road'], queryFn: () => listTripsUnderWay(guidon) })
  return (
    <div className="page">
      <Heading
        back={<BackLink to="/trips">{say('所有出團', 'All trips')}</BackLink>}
        title={say('途中的團', 'Trips under way')}
        facts={data && say(`${data.length} 團`, plural(data.length, 'trip'))}
      />
      {!data && <Loading />}
      {data?.length === 0 && <Empty icon={Compass}>{say('現在沒有團在途中', 'No trip is under way now')}</Empty>}
      {data && data.length > 0 && (
        <Card title={say('在途中', 'On the road')}>
          <ul className={css.entries}>
            {data.map((trip) => (
              <UnderWay key={trip.id} trip={trip} />
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

const UnderWay = ({ trip }: { trip: OnTheRoad }) => {
  const say = useSay()
  const { id, serial, departure_date, return_date, leader, leader_mobile, op_user, last_entry_at } = trip
  const { incidents_open, expenses_waiting, missing } = trip
  return (
    <li className={incidents_open ? css.open : ''}>
      <p className={css.line}>
        <Link to="/trips/$id" params={{ id: String(id) }} search={{ tab: 'road' }}>
          <b>{nameOf(say, trip)}</b>
        </Link>
        {incidents_open > 0 && (
          <span className="badge missing">{say(`事故 ${incidents_open}`, plural(incidents_open, 'incident'))}</span>
        )}
        {missing > 0 && (
          <span className="badge near">
            {say(`上次點名 ${missing} 位未到`, `${missing} missing at the last roll call`)}
          </span>
        )}
        {expenses_waiting > 0 && (
          <span className="badge quiet">
            {say(`支出待核准 ${expenses_waiting}`, `${plural(expenses_waiting, 'expense')} to approve`)}
          </span>
        )}
        <span className="small soft">
          {last_entry_at ? (
            <>
              {say('最後回報 ', 'last heard of ')}
              <Ago at={last_entry_at} />
            </>
          ) : (
            say('尚無回報', 'nothing heard yet')
          )}
        </span>
      </p>
      <p className="small soft">
        {serial}・{span(departure_date, return_date)}
        {leader && `・${nameOf(say, leader)}`}
        {leader_mobile && (
          <>
            ・<a href={`tel:${leader_mobile.replace(/[^0-9+]/g, '')}`}>{leader_mobile}</a>
          </>
        )}
        {op_user && `・OP ${nameOf(say, op_user)}`}
      </p>
    </li>
  )
}
