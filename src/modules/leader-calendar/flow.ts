import { type TSchema, Type } from 'typebox'
import { flag, line } from '../../kit/fields.ts'
import type { Flow, Step } from '../../kit/flow.ts'
import type { Words } from '../../kit/words/words.ts'
import { type Status, statuses } from './unavailability.ts'

/** The roles that decide on days off. A leader requests their own. */
export const editors = ['department', 'admin'] as const
/** The roles that may also override a conflict with a trip. */
const planners = [...editors, 'manager'] as const
const askers = [...editors, 'leader'] as const

/** Statuses in which the days block the calendar and can be changed. */
export const activeStatuses: readonly Status[] = ['requested', 'approved']
// A leader may withdraw or change only undecided requests.
const unanswered = { leader: ['requested'] } as const

export type Decision = Step<Status> & {
  to: Status
  body: TSchema
  /** The title of the notice. */
  title: Words
}

const Approval = Type.Object({ override: Type.Optional(flag()), reason: Type.Optional(line(500)) })
const Reason = Type.Object({ reason: line(500, '該週人手不足') })
const Cancellation = Type.Partial(Reason)

/** The decisions on requested days off, and whether the days block the calendar afterwards. */
// biome-ignore format: a table is read in rows.
export const decisions = {
  approve: {
    by: planners, from: ['requested'], to: 'approved', body: Approval, title: ['請假已核准', 'Days off approved'],
  },
  decline: {
    by: editors, from: ['requested'], to: 'rejected', body: Reason, title: ['請假未核准', 'Days off not approved'],
  },
  cancel: {
    by: askers, from: activeStatuses, only: unanswered, to: 'cancelled', body: Cancellation, title: ['請假已取消', 'Days off cancelled'],
  },
} as const satisfies Record<string, Decision>
export type DecisionName = keyof typeof decisions

export const unavailabilityFlow = {
  statuses,
  starts: ['requested', 'approved'],
  ends: ['rejected', 'cancelled'],
  steps: decisions,
  words: { status: 'unavailability_status', step: 'unavailability_step' },
  acts: { update: { by: [...planners, 'leader'], from: activeStatuses, only: unanswered } },
} as const satisfies Flow<Status>
