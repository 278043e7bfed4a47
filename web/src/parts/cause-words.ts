import type { MoneyRefundsDue } from 'guidon-sdk'
import type { Words } from '../kit/words.ts'

/** What makes that money is owed back. */
export const causeWords: Record<MoneyRefundsDue['cause'], Words> = {
  cancellation: ['取消', 'Cancellation'],
  price: ['降價', 'Lower price'],
  overpayment: ['溢繳', 'Paid too much'],
  agreed: ['協議', 'Agreed'],
}
