import type { ReactNode } from 'react'
import { useSay } from '../../../../kit/words.ts'
import { receiptRefusal } from '../../../../ui/receipt-refusal.ts'

/** Why the platform has refused a receipt, or an allowance of one. */
export default function Refusal({ error }: { error: string }): ReactNode {
  const say = useSay()
  return <span className="sub late">{say(...receiptRefusal(error))}</span>
}
