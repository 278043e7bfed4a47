import { useSay } from '../../kit/words.ts'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { TripTerms } from './shared/trip-terms.tsx'

/** What cancelling would cost, without cancelling. */
export default function TermsSheet({ trip, close }: { trip: number; close: () => void }) {
  const say = useSay()
  return (
    <Sheet title={say('取消條款', 'Terms of cancellation')} close={close}>
      <TripTerms trip={trip} />
    </Sheet>
  )
}
