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
