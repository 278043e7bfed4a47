import * as label from 'guidon-sdk/labels'
import { dayAndTime, shortDay, timeOf, today } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { NewBookingButton } from '../bookings/shared/new/button.tsx'
import { FeedbackAverages } from '../feedback/shared/averages.tsx'
import { Deadlines } from './deadlines/deadlines.tsx'
import { Flights } from './flights/flights.tsx'
import { Leader } from './leader/leader.tsx'
import { meetingIn } from './meeting.ts'
import { TripNews } from './news.tsx'
import { seesPapers, type Trip } from './queries.ts'
import { Readiness } from './readiness.tsx'
import { Seats } from './shared/seats.tsx'
import { Steps } from './steps/steps.tsx'

/** The state of the trip: readiness, deadlines, and possible steps. */
export const Overview = ({ trip }: { trip: Trip }) => {
  const me = useMe()
  return (
    <>
      <Steps trip={trip} />
      <div className="halves">
        <div className="column">
          {seesPapers(me) && <TripNews trip={trip} />}
          {seesPapers(me) && <Readiness trip={trip} />}
          {seesPapers(me) && <Deadlines trip={trip} />}
          <Flights trip={trip} />
        </div>
        <div className="column">
          <SeatsCard trip={trip} />
          <Leader trip={trip} />
          {trip.return_date < today() && <FeedbackAverages of={{ planned_trip_id: trip.id }} />}
          <FactsCard trip={trip} />
        </div>
      </div>
    </>
  )
}

const SeatsCard = ({ trip }: { trip: Trip }) => {
  const say = useSay()
  const { held, confirmed, waitlisted } = trip.seats
  return (
    <Card title={say(...label.capacity)} aside={<NewBookingButton trip={trip.id} className="button more" />}>
      <div className="within">
        <Seats {...trip} />
        <Facts
          facts={[
            [say(...label.confirmed), confirmed],
            [say(...label.held), held],
            [say(...label.waitlisted), waitlisted || null],
            [say(...label.min_pax), trip.min_pax],
          ]}
        />
      </div>
    </Card>
  )
}

const FactsCard = ({
  trip: { assembly, price: list, notes, cancel_reason, cancel_reason_en, briefing_starts_at, is_public, package: from },
}: {
  trip: Trip
}) => {
  const say = useSay()
  const meets = meetingIn(say, assembly)
  return (
    <Card title={say('資料', 'Details')}>
      <div className="within">
        <Facts
          facts={[
            [say(...label.cancel_reason), cancel_reason && say(cancel_reason, cancel_reason_en ?? cancel_reason)],
            [say(...label.package_id), from?.package_code],
            [
              say('報名', 'Registration'),
              !is_public && say('不公開，只由同仁訂位', 'Not public, booked by staff only'),
            ],
            [say('大人售價', 'Adult price'), list && price(list.adult, list.currency ?? undefined)],
            [say(...label.deposit), list && price(list.deposit, list.currency ?? undefined)],
            [say(...label.assembly), meets.place],
            [say(...label.time), assembly?.at && dayAndTime(assembly.at)],
            [say(...label.contact), meets.contact],
            [
              say(...label.briefing),
              briefing_starts_at && `${shortDay(briefing_starts_at)} ${timeOf(briefing_starts_at)}`,
            ],
            [say(...label.notes), notes],
          ]}
        />
      </div>
    </Card>
  )
}
