import { days, hours, minutes, signs } from './words/terms.ts'

// Constants that several places share. Those of one place stand in its file; how often callers may try stands in `src/limits.ts`.

/** The largest file that the service takes. Forms, summaries and pages name it in megabytes. */
export const FILE_MB = 10
const MB = 1024 * 1024
/** The largest file of an import, in megabytes. */
export const IMPORT_MB = 20
/** The largest body with a file around it: what the proxies of `deploy/` let through. */
export const MOST_OF_UPLOAD = (IMPORT_MB + 1) * MB

/** Rows of a page of a list, if the caller does not say how many, and the most that it may ask for. */
export const PER_PAGE = 15
export const MOST_PER_PAGE = 100
/** Rows of a list are counted up to this number. Beyond it, the total is the planner's estimate. */
export const COUNTED_ROWS = 10_000
/** The most rows of a list that goes out as a file, and how many of them are read at once. */
export const MOST_EXPORTED = 50_000
export const EXPORTED_AT_ONCE = 500

// Numbers that people read. `src/terms.ts` has those of the modules.

/** A password that a person chooses has at least so many signs, and at most. */
export const SHORTEST_PASSWORD = signs(10)
export const LONGEST_PASSWORD = 200
/** A signed link to a file is valid for so long. */
export const LINK_OF_FILE = minutes(5)
/** The answer to a call with an `Idempotency-Key` is kept for so long. */
export const KEY_KEPT = hours(72)
/** A webhook message is tried again for so long, and a webhook that took none of them is disabled. */
export const WEBHOOKS_RETRIED = days(3)

// How long things may take, in milliseconds; each ends before the next, so that the cause is told by whoever knows it best.

/** A wait for a lock of the database. */
export const LOCK_MS = 8_000
/** A request with all its waits, and every statement. */
export const REQUEST_MS = 15_000
/** A request that has not ended so much later is answered with 503. */
export const REQUEST_GRACE_MS = 1_500
/** A connection on which the database sends nothing is given up. */
export const SILENCE_MS = 17_000
/** A client that sends nothing is cut off. */
export const IDLE_CLIENT_MS = 18_000
/** A transaction in which nothing happens is ended by the database. */
export const IDLE_TRANSACTION_MS = 20_000
