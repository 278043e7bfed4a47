import { useQuery } from '@tanstack/react-query'
import { listTripFeedback } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { guidon } from '../../kit/api.ts'
import { shortDay } from '../../kit/days.ts'
import { type Say, useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { LOW } from '../feedback/shared/scores.ts'
import type { Booking } from './queries.ts'

/** What the customer answered after the return, if it did. */
export default function FeedbackOfBooking({ booking: { id } }: { booking: Booking }) {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['feedback', { booking_id: id }],
    queryFn: () => listTripFeedback(guidon, { booking_id: id }),
  })
  const [answer] = data?.data ?? []
  if (!answer) return null
  return (
    <Card title={say('旅後問卷', 'Feedback')}>
      <Facts
        facts={[
          [say('回答日', 'Answered'), answer.answered_at && shortDay(answer.answered_at)],
          [say(...label.trip_score), scored(say, answer.trip_score)],
          [say(...label.leader_score), scored(say, answer.leader_score)],
          [say(...label.hotels_score), scored(say, answer.hotels_score)],
          [say(...label.meals_score), scored(say, answer.meals_score)],
          [say(...label.again_score), scored(say, answer.again_score)],
          [say(...label.remarks), answer.remarks],
        ]}
      />
    </Card>
  )
}

const scored = (say: Say, score: number | null) =>
  score === null ? null : `${score} / 5${score <= LOW ? say('（低）', ' (low)') : ''}`
