import type { Approval, ApprovalWaiting } from 'guidon-sdk'
import { approvalKindWords, approvalStatusWords } from 'guidon-sdk/words'
import { price } from '../../../kit/money.ts'
import type { Say } from '../../../kit/words.ts'

/** What a decision or a withdrawal changes on other pages. */
export const changes = [
  'approvals',
  'bookings',
  'travelers',
  'trips',
  'change-requests',
  'requests',
  'request',
  'leave',
  'schedule',
  'money',
  'refund-orders',
  'work',
]

/** What waits for a decision, whatever it is about. */
export type Waiting = ApprovalWaiting

export const kindOf = (say: Say, kind: string) => {
  const words = Object.entries(approvalKindWords).find(([each]) => each === kind)?.[1]
  return words ? say(...words) : kind
}
export const statusOf = (say: Say, { status }: Approval) => say(...approvalStatusWords[status])

/** `NT$39,900 → NT$34,900`; what does not change the price has no such sentence. */
export const priceOf = ({ currency, price_before, price_after }: Approval) =>
  price_before === price_after ? undefined : `${price(price_before, currency)} → ${price(price_after, currency)}`
