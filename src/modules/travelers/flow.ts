import type { Flow, Step } from '../../kit/flow.ts'
import { staffEditors } from './rules.ts'

type Status = 'active' | 'cancelled'

/** The steps of a traveler; a key is the last segment of the step's path. */
export const steps = {
  cancel: { by: staffEditors, from: ['active'], to: 'cancelled' },
  restore: { by: staffEditors, from: ['cancelled'], to: 'active' },
} as const satisfies Record<string, Step<Status>>

export const travelerFlow = {
  statuses: ['active', 'cancelled'],
  starts: ['active'],
  ends: ['cancelled'],
  steps,
  words: { status: 'traveler_status', step: 'traveler_step' },
} as const satisfies Flow<Status>
