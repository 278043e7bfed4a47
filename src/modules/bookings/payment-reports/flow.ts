import type { Flow, Step } from '../../../kit/flow.ts'
import { cashiers } from '../flow.ts'

export const paymentReportStatuses = ['waiting', 'recorded', 'refused'] as const
export type PaymentReportStatus = (typeof paymentReportStatuses)[number]

/** The steps of a reported payment. Whoever records payments decides; a payment that is voided is to be checked again. */
export const paymentReportSteps = {
  record: { by: cashiers, from: ['waiting'], to: 'recorded' },
  refuse: { by: cashiers, from: ['waiting'], to: 'refused' },
  reopen: { by: [], from: ['recorded'], to: 'waiting' },
} as const satisfies Record<string, Step<PaymentReportStatus>>

export const paymentReportFlow = {
  statuses: paymentReportStatuses,
  starts: ['waiting'],
  ends: ['recorded', 'refused'],
  steps: paymentReportSteps,
  words: { status: 'payment_report_status', step: 'payment_report_step' },
} as const satisfies Flow<PaymentReportStatus>
