import type { Flow, Step } from '../../kit/flow.ts'

export const expenseStatuses = ['entered', 'approved', 'questioned', 'refused'] as const
export type ExpenseStatus = (typeof expenseStatuses)[number]
export type ExpenseState = { status: ExpenseStatus }

/** Who approves what leaders have spent. */
export const expenseApprovers = ['admin', 'department', 'finance'] as const
const authors = ['admin', 'department', 'leader'] as const

/** The steps of an expense. A correction answers a question, so that it waits again. */
export const expenseSteps = {
  approve: { by: expenseApprovers, from: ['entered', 'questioned'], to: 'approved' },
  question: { by: expenseApprovers, from: ['entered'], to: 'questioned' },
  refuse: { by: expenseApprovers, from: ['entered', 'questioned'], to: 'refused' },
  correct: { by: authors, from: ['entered', 'questioned'], to: 'entered' },
} as const satisfies Record<string, Step<ExpenseStatus, ExpenseState>>

export const expenseFlow = {
  statuses: expenseStatuses,
  starts: ['entered'],
  ends: ['approved', 'refused'],
  steps: expenseSteps,
  words: { status: 'trip_expense_status', step: 'trip_expense_step' },
} as const satisfies Flow<ExpenseStatus, ExpenseState>
