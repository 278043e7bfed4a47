import type { Flow, Step } from '../../../kit/flow.ts'
import { refundApprovers } from '../../roles.ts'
import { refunders } from '../flow.ts'

export const refundOrderStatuses = ['waiting', 'approved', 'refused', 'paid'] as const
export type RefundOrderStatus = (typeof refundOrderStatuses)[number]

/** The status of an order, and whether the reader may approve it and it may be paid: by a second person, if the agency asks for one. */
export type RefundOrderState = { status: RefundOrderStatus; isOthers: boolean; isSeconded: boolean }

/** The steps of an order. Whoever ordered it approves it only where one person is enough; a voided refund is to be paid again. */
export const refundOrderSteps = {
  approve: { by: refundApprovers, from: ['waiting'], to: 'approved', when: ({ isOthers }) => isOthers },
  refuse: { by: refundApprovers, from: ['waiting', 'approved'], to: 'refused' },
  paid: { by: refunders, from: ['approved'], to: 'paid', when: ({ isSeconded }) => isSeconded },
  reopen: { by: [], from: ['paid'], to: 'approved' },
} as const satisfies Record<string, Step<RefundOrderStatus, RefundOrderState>>

export const refundOrderFlow = {
  statuses: refundOrderStatuses,
  starts: ['waiting'],
  ends: ['refused', 'paid'],
  steps: refundOrderSteps,
  words: { status: 'refund_order_status', step: 'refund_order_step' },
} as const satisfies Flow<RefundOrderStatus, RefundOrderState>
