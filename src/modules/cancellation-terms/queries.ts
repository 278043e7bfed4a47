import { sql } from 'kysely'
import { statement } from '../../kit/db/statement.ts'
import type { Db, Tables } from '../../kit/db/tables.ts'
import type { CallOffCause } from '../trip-statuses.ts'
import { type CancellationStep, type Duty, feePercent } from './rules.ts'

type Rule = { rule: Tables['cancellation_terms']['rule'] }

/** The current steps of a rule; none if the agency has no terms for it. */
export function stepsInForce(db: Db, rule: Rule['rule']): Promise<CancellationStep[]> {
  return steps(db, { rule })
}

/** What the agency owes for a cause, by the number of days before the departure. */
export async function dutyFor(db: Db, cause: CallOffCause, days_left: number): Promise<Duty> {
  const inTime = cause === 'below_minimum' ? await stepsInForce(db, 'below_minimum') : []
  const isLate = inTime.some(({ days_before }) => days_left < days_before)
  const isAtFault = cause === 'house_fault' || isLate
  const penaltyPercent = isAtFault ? feePercent(await stepsInForce(db, 'house_fault'), days_left) : 0
  return { cause, isLate, penaltyPercent }
}

// A term without days applies from the conclusion of the contract.
const FROM_THE_START = 36_500

const steps = statement((db, { rule }: Rule) =>
  db
    .selectFrom('cancellation_terms as c')
    .select(sql<number>`coalesce(c.days, ${sql.lit(FROM_THE_START)})`.as('days_before'))
    .select('c.percent as fee_percent')
    .where('c.rule', '=', rule)
    .where('c.valid_from', '=', (of) =>
      of
        .selectFrom('cancellation_terms as n')
        .select(sql<string>`max(n.valid_from)`.as('newest'))
        .where('n.rule', '=', rule)
        .where('n.valid_from', '<=', sql<string>`today()`),
    )
    .orderBy('days_before', 'desc'),
)
