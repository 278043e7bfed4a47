import { approvalStatusWords } from 'guidon-sdk/words'
import { useSay } from '../../kit/words.ts'

export const WaitingBadge = () => (
  <span className="badge more turn-sales">{useSay()(...approvalStatusWords.waiting)}</span>
)
