import type { Step } from '../../kit/flow.ts'

/** Whether somebody of a booking travels. */
export const steps = {
  cancel: { from: ['active'], to: 'cancelled' },
  restore: { from: ['cancelled'], to: 'active' },
} as const satisfies Record<string, Step<'active' | 'cancelled'>>
