import type { Flow, Step } from '../../kit/flow.ts'
import { type ApprovalStatus, approvalStatuses } from './schema.ts'

const deciders = ['manager', 'finance', 'admin'] as const
const askers = ['sales', 'finance', 'manager', 'admin'] as const

/** The status of an approval, whether the reader asked for it, and whether one of the reader's roles decides its kind (kinds.ts). */
export type ApprovalState = { status: ApprovalStatus; isOwn: boolean; mayDecide: boolean }

const isDecidable = ({ isOwn, mayDecide }: ApprovalState) => mayDecide && !isOwn

export const steps = {
  approve: { by: deciders, from: ['waiting'], to: 'approved', when: isDecidable },
  decline: { by: deciders, from: ['waiting'], to: 'declined', when: isDecidable },
  withdraw: { by: askers, from: ['waiting'], to: 'withdrawn', when: ({ isOwn }) => isOwn },
} as const satisfies Record<string, Step<ApprovalStatus, ApprovalState>>

export const approvalFlow = {
  statuses: approvalStatuses,
  starts: ['waiting'],
  ends: ['approved', 'declined', 'withdrawn'],
  steps,
  words: { status: 'approval_status', step: 'approval_step' },
} as const satisfies Flow<ApprovalStatus, ApprovalState>
