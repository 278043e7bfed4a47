import type { Flow, Step } from '../../../kit/flow.ts'
import { editors } from '../flow.ts'
import { type ChangeStatus, changeStatuses as statuses } from './schema.ts'

/** The steps of a change request. It is withdrawn by the system when its traveler or booking is cancelled. */
export const steps = {
  accept: { by: editors, from: ['open'], to: 'accepted' },
  decline: { by: editors, from: ['open'], to: 'declined' },
  withdraw: { by: [], from: ['open'], to: 'withdrawn' },
} as const satisfies Record<string, Step<ChangeStatus>>

export const life = {
  statuses,
  starts: ['open'],
  ends: ['accepted', 'declined', 'withdrawn'],
  steps,
  words: { status: 'change_status', step: 'change_step' },
} as const satisfies Flow<ChangeStatus>
