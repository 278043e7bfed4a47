import { days, hours, minutes, signs } from './words/units.ts'

// Numbers with a unit that people read. `src/terms.ts` has those of the modules.

/** A password that a person chooses has at least so many signs, and at most. */
export const SHORTEST_PASSWORD = signs(10)
export const LONGEST_PASSWORD = 200
/** A signed link to a file is valid for so long. */
export const LINK_OF_FILE = minutes(5)
/** The answer to a call with an `Idempotency-Key` is kept for so long. */
export const KEY_KEPT = hours(72)
/** A webhook message is tried again for so long, and a webhook that took none of them is disabled. */
export const WEBHOOKS_RETRIED = days(3)
