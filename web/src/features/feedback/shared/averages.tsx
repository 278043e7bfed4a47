import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getPlannedTripFeedback, getTourLeaderFeedback } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { guidon } from '../../../kit/api.ts'
import { isStaff, useMe } from '../../../kit/me.ts'
import { useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'

type Of = { planned_trip_id: number } | { tour_leader_id: number }

/** The averages of a trip, or of the trips of a leader; nothing while nobody was asked. Staff are led to the answers. */
export const FeedbackAverages = ({ of }: { of: Of }) => {
  const say = useSay()
  const isForStaff = isStaff(useMe())
  const { data } = useQuery({
    queryKey: ['feedback', 'averages', of],
    queryFn: () =>
      'planned_trip_id' in of
        ? getPlannedTripFeedback(guidon, of.planned_trip_id)
        : getTourLeaderFeedback(guidon, of.tour_leader_id),
  })
  if (!data || data.asked === 0) return null
  const { asked, answered } = data
  const of5 = (average: number | null) => average !== null && say(`${average} 分`, `${average} of 5`)
  return (
    <Card
      title={say('客人的評分', 'Scores of customers')}
      aside={
        isForStaff &&
        answered > 0 && (
          <Link className="more" to="/feedback" search={of}>
            {say('看回答', 'Read the answers')}
          </Link>
        )
      }
    >
      <div className="within">
        <Facts
          facts={[
            [say('回答', 'Answered'), say(`${answered}／${asked} 組`, `${answered} of ${asked}`)],
            [say(...label.trip_score), of5(data.trip)],
            [say(...label.leader_score), of5(data.leader)],
            [say(...label.hotels_score), of5(data.hotels)],
            [say(...label.meals_score), of5(data.meals)],
            [say(...label.again_score), of5(data.again)],
          ]}
        />
      </div>
    </Card>
  )
}
