import type { Flow, Step } from '../../kit/flow.ts'
import { cashiers } from '../bookings/flow.ts'

export const handoverStatuses = ['waiting', 'taken', 'refused', 'withdrawn'] as const
export type HandoverStatus = (typeof handoverStatuses)[number]

export type HandoverState = {
  status: HandoverStatus
  /** Whether the reader gives the cash. */
  isOwn: boolean
  /** Whether the reader is whom it is for; what goes to a bank is confirmed by finance or an administrator. */
  isFor: boolean
}

/** The steps of cash that is handed over. It has passed once a second person has taken it. */
export const handoverSteps = {
  take: { by: cashiers, from: ['waiting'], to: 'taken', when: ({ isOwn, isFor }) => isFor && !isOwn },
  refuse: { by: cashiers, from: ['waiting'], to: 'refused', when: ({ isOwn, isFor }) => isFor && !isOwn },
  withdraw: { by: cashiers, from: ['waiting'], to: 'withdrawn', when: ({ isOwn }) => isOwn },
} as const satisfies Record<string, Step<HandoverStatus, HandoverState>>

export const cashHandoverFlow = {
  statuses: handoverStatuses,
  starts: ['waiting'],
  ends: ['taken', 'refused', 'withdrawn'],
  steps: handoverSteps,
  words: { status: 'cash_handover_status', step: 'cash_handover_step' },
} as const satisfies Flow<HandoverStatus, HandoverState>
