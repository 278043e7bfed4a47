import type { Flow, Step } from '../../kit/flow.ts'
import { staffKeepers } from './rules.ts'

type Status = 'active' | 'cancelled'

/** Whether somebody of a booking travels; a key is the last part of its address. */
export const steps = {
  cancel: { by: staffKeepers, from: ['active'], to: 'cancelled' },
  restore: { by: staffKeepers, from: ['cancelled'], to: 'active' },
} as const satisfies Record<string, Step<Status>>

export const life = {
  statuses: ['active', 'cancelled'],
  starts: ['active'],
  ends: ['cancelled'],
  steps,
} as const satisfies Flow<Status>
