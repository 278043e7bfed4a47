import type { AddonRequest } from 'guidon-sdk'
import { addonStatusWords } from 'guidon-sdk/words'
import { useSay, type Words } from '../../../kit/words.ts'

type Row = Pick<AddonRequest, 'status' | 'next_action' | 'customer_response'>

/** The status of a request; the color shows who takes the next turn. */
export const TurnBadge = ({ row }: { row: Row }) => {
  const say = useSay()
  return <span className={`badge ${hueOf(row)}`}>{say(...statusWordsOf(row))}</span>
}

/** The status in words. Of a refusal it says whose it is: the customer's, or that of the department. */
export function statusWordsOf({ status, customer_response }: Pick<Row, 'status' | 'customer_response'>): Words {
  if (status !== 'rejected') return addonStatusWords[status]
  return customer_response === 'rejected'
    ? ['客戶婉拒', 'Declined by the customer']
    : ['部門無法提供', 'The department cannot provide it']
}

export const hueOf = ({ status, next_action }: Pick<Row, 'status' | 'next_action'>) => {
  if (status === 'completed') return 'turn-done'
  return next_action ? `turn-${next_action.who}` : 'turn-over'
}
