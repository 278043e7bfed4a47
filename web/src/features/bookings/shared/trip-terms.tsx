import { useQuery } from '@tanstack/react-query'
import { getPlannedTrip } from 'guidon-sdk'
import ScrollText from '~icons/lucide/scroll-text'
import { guidon } from '../../../kit/api.ts'
import { useSay } from '../../../kit/words.ts'
import { Empty, Loading } from '../../../ui/empty.tsx'
import { FeeSteps, stepsOf } from './fee-steps.tsx'

/** The cancellation fee by the terms of a trip. */
export const TripTerms = ({ trip: id }: { trip: number }) => {
  const say = useSay()
  const { data: trip, error } = useQuery({ queryKey: ['trips', id], queryFn: () => getPlannedTrip(guidon, id) })
  if (error) return null
  if (!trip) return <Loading />
  const policy = trip.terms.cancellation_policy ?? []
  return (
    <section aria-label={say('取消條款', 'Cancellation terms')}>
      <p className="small soft">
        {say('旅客取消，依團費計收（已確認的訂單）：', 'Share of the price if a customer cancels a confirmed booking:')}
      </p>
      {policy.length === 0 && (
        <Empty icon={ScrollText}>
          {say('這一團沒有約定取消費', 'The trip has no cancellation terms: nothing is charged')}
        </Empty>
      )}
      <FeeSteps steps={stepsOf(policy)} departure={trip.departure_date} />
    </section>
  )
}
