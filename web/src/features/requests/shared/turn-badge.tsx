import type { AddonRequest } from 'guidon-sdk'
import { addonStatusWords } from 'guidon-sdk/words'
import { useSay } from '../../../kit/words.ts'

type Row = Pick<AddonRequest, 'status' | 'next_action'>

/** The status of a request; the color shows who takes the next turn. */
export const TurnBadge = ({ row }: { row: Row }) => {
  const say = useSay()
  return <span className={`badge ${hueOf(row)}`}>{say(...addonStatusWords[row.status])}</span>
}

export const hueOf = ({ status, next_action }: Row) => {
  if (status === 'completed') return 'turn-done'
  return next_action ? `turn-${next_action.who}` : 'turn-over'
}
