import { sql } from 'kysely'
import type { Tx } from './db/tables.ts'
import { type FieldFaults, refuse, refuseField } from './errors.ts'
import type { Words } from './words/words.ts'

/** A value that is asked about before it is recorded, and the sentence that asks. */
export type Doubt = {
  /** The field; `confirmed_<field>` confirms it. */
  field: string
  value: unknown
  words: Words
  /** Its confirmation is enough. */
  needsNoReason?: true
}

/** The part of a body that answers doubts: each value once more as `confirmed_<field>`, and why. */
type Answers = { [confirmed: `confirmed_${string}`]: unknown; reason?: string | null | undefined }

/**
 * Refuses what is doubtful, all of it at once, until each value is confirmed as itself and a reason is given: a confirmation does not hold
 * for another value. Returns the reason to record, or null if none was needed.
 */
export function refuseDoubts(doubts: readonly (Doubt | undefined)[], { reason, ...answers }: Answers) {
  const asked = doubts.filter((doubt) => doubt !== undefined)
  const open = asked.filter(({ field, value }) => answers[`confirmed_${field}`] !== value)
  if (open.length > 0)
    refuse('invalid_input', {
      errors: Object.fromEntries(open.map(({ field, words }) => [`confirmed_${field}`, [words]])) satisfies FieldFaults,
    })
  if (asked.every(({ needsNoReason }) => needsNoReason)) return null
  return reason || refuseField('reason', ['請填寫原因。', 'Give the reason.'])
}

/**
 * Lets one transaction at a time ask whether a value was recorded before; the next one waits until it has ended. Without it two
 * transactions that record the same value at once would not see each other, and nobody would be asked. Case does not count.
 */
export function askInTurn(tx: Tx, ...value: string[]) {
  return sql`select pg_advisory_xact_lock(hashtextextended(lower(${value.join('\n')}), 0))`.execute(tx)
}
