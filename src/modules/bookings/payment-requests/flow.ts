import type { Flow, Step } from '../../../kit/flow.ts'
import { cashiers } from '../flow.ts'

export const paymentRequestStatuses = ['open', 'paid', 'expired', 'cancelled'] as const
export type PaymentRequestStatus = (typeof paymentRequestStatuses)[number]

/** The steps of a request. All but `cancel` follow from what happens to the booking, at the end of the transaction (keep.ts). */
export const paymentRequestSteps = {
  cancel: { by: cashiers, from: ['open'], to: 'cancelled' },
  pay: { by: [], from: ['open'], to: 'paid' },
  expire: { by: [], from: ['open'], to: 'expired' },
  reopen: { by: [], from: ['paid', 'expired', 'cancelled'], to: 'open' },
} as const satisfies Record<string, Step<PaymentRequestStatus>>

export const paymentRequestFlow = {
  statuses: paymentRequestStatuses,
  starts: ['open'],
  ends: ['paid', 'expired', 'cancelled'],
  steps: paymentRequestSteps,
  words: { status: 'payment_request_status', step: 'payment_request_step' },
} as const satisfies Flow<PaymentRequestStatus>
