import type { TSchema } from 'typebox'
import type { Step } from '../../kit/flow.ts'
import type { Words } from '../../kit/words/words.ts'
import { Approval, Cancellation, Reason, type Status } from './schema.ts'

export type Decision = Step<Status> & {
  to: Status
  /** From where a leader may take it for itself. */
  leader: readonly Status[]
  body: TSchema
  /** What those it concerns are told. */
  title: Words
}

/** What becomes of days off that were asked for. What is there takes its place in the calendar; what is not, leaves it. */
// biome-ignore format: a table is read in rows.
export const decisions = {
  approve: {
    from: ['requested'], to: 'approved', leader: [], body: Approval, title: ['請假已核准', 'Days off approved'],
  },
  decline: {
    from: ['requested'], to: 'rejected', leader: [], body: Reason, title: ['請假未核准', 'Days off not approved'],
  },
  cancel: {
    from: ['requested', 'approved'], to: 'cancelled', leader: ['requested'], body: Cancellation,
    title: ['請假已取消', 'Days off cancelled'],
  },
} as const satisfies Record<string, Decision>
export type DecisionName = keyof typeof decisions

/** Statuses in which the days stand in the calendar, and can be changed. */
export const standing: readonly Status[] = ['requested', 'approved']
