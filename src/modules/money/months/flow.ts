import type { Flow, Step } from '../../../kit/flow.ts'

export const monthStatuses = ['open', 'locked'] as const
export type MonthStatus = (typeof monthStatuses)[number]

export type MonthState = { status: MonthStatus; isEnded: boolean }

/** A month is locked by who keeps its money, and unlocked by an administrator. */
export const monthSteps = {
  lock: { by: ['finance', 'admin'], from: ['open'], to: 'locked', when: ({ isEnded }) => isEnded },
  unlock: { by: ['admin'], from: ['locked'], to: 'open' },
} as const satisfies Record<string, Step<MonthStatus, MonthState>>

export const monthFlow = {
  statuses: monthStatuses,
  starts: ['open'],
  ends: [],
  steps: monthSteps,
  words: { status: 'money_month_status', step: 'money_month_step' },
} as const satisfies Flow<MonthStatus, MonthState>
