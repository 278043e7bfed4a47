import type { FieldFaults } from '../../kit/errors.ts'
import { plural } from '../../kit/words/words.ts'

export type CancellationStep = { days_before: number; fee_percent: number }

/** The percentage due so many days before the departure: that of the last step that has begun. */
export const feePercent = (policy: readonly CancellationStep[], daysLeft: number) =>
  policy
    .filter(({ days_before }) => daysLeft <= days_before)
    .reduce<CancellationStep | undefined>(
      (last, step) => (last && last.days_before <= step.days_before ? last : step),
      undefined,
    )?.fee_percent ?? 0

/** The steps of a policy that cost a customer more than the terms in force allow on their first day. */
export const harsherSteps = (policy: readonly CancellationStep[], allowed: readonly CancellationStep[]): FieldFaults =>
  Object.fromEntries(
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
