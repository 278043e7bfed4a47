import type { Flow, Step } from '../../../kit/flow.ts'
import { editors } from '../flow.ts'

export const changeStatuses = ['open', 'accepted', 'declined', 'withdrawn'] as const
export type ChangeStatus = (typeof changeStatuses)[number]

/** The steps of a change request. It is withdrawn by the system when its traveler or booking is cancelled. */
export const changeSteps = {
  accept: { by: editors, from: ['open'], to: 'accepted' },
  decline: { by: editors, from: ['open'], to: 'declined' },
  withdraw: { by: [], from: ['open'], to: 'withdrawn' },
} as const satisfies Record<string, Step<ChangeStatus>>

export const changeRequestFlow = {
  statuses: changeStatuses,
  starts: ['open'],
  ends: ['accepted', 'declined', 'withdrawn'],
  steps: changeSteps,
  words: { status: 'change_status', step: 'change_step' },
} as const satisfies Flow<ChangeStatus>
