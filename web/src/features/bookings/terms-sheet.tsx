import { useSay } from '../../kit/words.ts'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { TripTerms } from './shared/trip-terms.tsx'

/** The cancellation fee, without cancelling. */
export default function TermsSheet({ trip, close }: { trip: number; close: () => void }) {
  const say = useSay()
  return (
    <Sheet title={say('取消條款', 'Cancellation terms')} close={close}>
      <TripTerms trip={trip} />
    </Sheet>
  )
}
