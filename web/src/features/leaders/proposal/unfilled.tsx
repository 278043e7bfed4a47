import { Link } from '@tanstack/react-router'
import type { PlannedTripProposeLeader } from 'guidon-sdk'
import { span } from '../../../kit/days.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { SubjectLink } from '../../../ui/subject-link.tsx'
import css from './proposal.module.css'

/** The trips that nobody can lead, and what keeps the leaders from them. */
export const Unfilled = ({ trips }: { trips: PlannedTripProposeLeader['unfilled'] }) => {
  const say = useSay()
  return (
    <Card title={say('排不出領隊的團', 'Trips that nobody can lead')} count={trips.length}>
      <ul className={css.unfilled}>
        {trips.map(({ planned_trip: trip, reasons }) => (
          <li key={trip.id}>
            <div>
              <SubjectLink subject={{ type: 'planned_trip', id: trip.id }}>{nameOf(say, trip)}</SubjectLink>
              <span className="small soft">
                {trip.serial}・{span(trip.departure_date, trip.return_date)}
              </span>
            </div>
            <p className="small soft">
              {reasons.length
                ? reasons.map(({ label, label_en }) => say(label, label_en)).join(say('、', ', '))
                : say('沒有在職的領隊', 'There are no leaders')}
            </p>
            <Link className="button" to="/leaders" search={{ from: trip.departure_date, trip: trip.id }}>
              {say('自己選', 'Choose')}
              <span className="unseen"> {trip.serial}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
