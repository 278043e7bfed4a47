import { type FieldFaults, refuseField } from '../../kit/errors.ts'
import { wordsOf } from '../../kit/words/code-words.ts'
import { plural, type Words } from '../../kit/words/words.ts'
import type { CallOffCause, TripStatus } from '../trip-statuses.ts'

export type CancellationStep = { days_before: number; fee_percent: number }

/** The percentage that is due, by the number of days before the departure: that of the last step that has begun. */
export function feePercent(policy: readonly CancellationStep[], daysLeft: number) {
  return (
    policy
      .filter(({ days_before }) => daysLeft <= days_before)
      .reduce<CancellationStep | undefined>(
        (last, step) => (last && last.days_before <= step.days_before ? last : step),
        undefined,
      )?.fee_percent ?? 0
  )
}

/** The steps of a policy that cost a customer more than the current terms allow on the first day of the step. */
export function harsherSteps(policy: readonly CancellationStep[], allowed: readonly CancellationStep[]): FieldFaults {
  return Object.fromEntries(
    policy.flatMap(({ days_before, fee_percent }, i) => {
      const most = feePercent(allowed, days_before)
      return !allowed.length || fee_percent <= most
        ? []
        : [
            [
              `cancellation_policy.${i}.fee_percent`,
              [
                [
                  `出發前 ${days_before} 天依現行條款最多收取 ${most}%；請調低，或先更新取消條款。`,
                  `${plural(days_before, 'day')} before the departure the terms in force allow ${most} % at the most: lower it, or change the terms first.`,
                ],
              ],
            ],
          ]
    }),
  )
}

/** The effect of a cause of the agency on one booking or a whole trip. */
export type Duty = {
  cause: CallOffCause
  /** Too few travelers, but customers would be notified later than the terms require. It counts as the fault of the agency. */
  isLate: boolean
  /** The compensation as a percentage of the price. */
  penaltyPercent: number
}

export const costKinds = ['official_fees', 'proven_costs'] as const
type CostKind = (typeof costKinds)[number]
/** The kinds of costs that are kept only with a document. */
export const provenKinds: readonly CostKind[] = ['proven_costs']
/** The kinds of costs that the agency may keep for each cause. */
const keeping: Readonly<Record<CallOffCause, readonly CostKind[]>> = {
  below_minimum: ['official_fees'],
  house_fault: [],
  force_majeure: costKinds,
  objective_risk: costKinds,
  other: [],
}

type TripToCallOff = { status: TripStatus; min_pax: number }

/** Refuses a cause that does not apply to a trip. */
export function refuseCause(cause: CallOffCause, trip: TripToCallOff) {
  const reason = whyNot(cause, trip)
  if (reason) refuseField('cause', reason)
}

/** Why a cause does not apply to a trip. */
export function whyNot(cause: CallOffCause, { status, min_pax }: TripToCallOff): Words | undefined {
  if (cause !== 'below_minimum') return undefined
  if (status === 'guaranteed' || status === 'closed') return guaranteed
  return min_pax <= 1 ? noMinimum : undefined
}

/** The kinds of costs that the agency may keep. */
export function keptBy({ cause, isLate }: Duty): readonly CostKind[] {
  return isLate ? keeping.house_fault : keeping[cause]
}

type Spent = { [K in CostKind]?: number | undefined } & { paper?: string | null | undefined }

/** Refuses costs that cannot be kept for a cause, and costs without a document. `within` is their path in the body. */
export function refuseCosts(duty: Duty, { paper, ...spent }: Spent, within = '') {
  const { cause, isLate } = duty
  const kept = keptBy(duty)
  for (const kind of costKinds) {
    if (!spent[kind] || kept.includes(kind)) continue
    const [zh, en] = wordsOf('cancel_cause', cause) ?? [cause, cause]
    refuseField(
      `${within}${kind}`,
      isLate
        ? late
        : [
            `以「${zh}」取消時，這項費用不得自應退款中扣除；請留空，或選擇其他原因。`,
            `Nothing of this is kept for the cause “${en}”: leave it out, or name another cause.`,
          ],
    )
  }
  for (const kind of provenKinds) if (spent[kind] && !paper) refuseField(`${within}${kind}`, unproven)
}

export const unproven = [
  '扣除已支出的費用須有憑證，請填寫憑證。',
  'Costs that are kept need their proof: say which.',
] as const
const late = [
  '人數不足的通知已逾期限，視同旅行社因素，這項費用不得扣除；請留空。',
  "It is too late to cancel for numbers, so it counts as the agency's fault, for which nothing is kept: leave it out.",
] as const
const guaranteed = [
  '已保證出團的團不得以人數不足取消；請選擇其他原因。',
  'A trip that is guaranteed cannot be cancelled for numbers: name another cause.',
] as const
const noMinimum = [
  '此團沒有最低成團人數，不得以人數不足取消；請選擇其他原因。',
  'A trip without a minimum cannot be cancelled for numbers: name another cause.',
] as const
