import { useSay } from '../../../kit/words.ts'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { CandidateList } from '../../leaders/shared/candidate-list.tsx'
import type { Trip } from '../queries.ts'

/** Candidates for the trip, the best first, with reasons for and against each. */
export default function Candidates({ trip, close }: { trip: Trip; close: () => void }) {
  const say = useSay()
  return (
    <Sheet title={say('選領隊', 'Choose a leader')} close={close}>
      <CandidateList trip={trip} close={close} />
    </Sheet>
  )
}
