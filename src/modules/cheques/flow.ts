import type { Flow, Step } from '../../kit/flow.ts'
import { cashiers, refunders } from '../bookings/flow.ts'

export const chequeStatuses = ['received', 'deposited', 'cleared', 'bounced', 'returned'] as const
export type ChequeStatus = (typeof chequeStatuses)[number]
export type ChequeState = { status: ChequeStatus }

/** The steps of a cheque. It counts as paid once it has cleared; a payment of it that is voided lets it wait again. */
export const chequeSteps = {
  deposit: { by: refunders, from: ['received', 'bounced'], to: 'deposited' },
  clear: { by: refunders, from: ['received', 'deposited'], to: 'cleared' },
  bounce: { by: refunders, from: ['deposited', 'cleared'], to: 'bounced' },
  give_back: { by: cashiers, from: ['received', 'bounced'], to: 'returned' },
  reopen: { by: [], from: ['cleared'], to: 'deposited' },
} as const satisfies Record<string, Step<ChequeStatus, ChequeState>>

export const chequeFlow = {
  statuses: chequeStatuses,
  starts: ['received'],
  ends: ['cleared', 'returned'],
  steps: chequeSteps,
  words: { status: 'cheque_status', step: 'cheque_step' },
} as const satisfies Flow<ChequeStatus, ChequeState>
