import type { Flow, Step } from '../../kit/flow.ts'
import { type ApprovalStatus, approvalStatuses } from './schema.ts'

const deciders = ['manager', 'finance', 'admin'] as const
const askers = ['sales', 'finance', 'manager', 'admin'] as const

/** The status of an approval, and whether the reader asked for it. Which of these roles decide a kind is said in kinds.ts. */
export type ApprovalState = { status: ApprovalStatus; isOwn: boolean }

export const steps = {
  approve: { by: deciders, from: ['waiting'], to: 'approved', when: ({ isOwn }) => !isOwn },
  decline: { by: deciders, from: ['waiting'], to: 'declined', when: ({ isOwn }) => !isOwn },
  withdraw: { by: askers, from: ['waiting'], to: 'withdrawn', when: ({ isOwn }) => isOwn },
} as const satisfies Record<string, Step<ApprovalStatus, ApprovalState>>

export const approvalFlow = {
  statuses: approvalStatuses,
  starts: ['waiting'],
  ends: ['approved', 'declined', 'withdrawn'],
  steps,
  words: { status: 'approval_status', step: 'approval_step' },
} as const satisfies Flow<ApprovalStatus, ApprovalState>
