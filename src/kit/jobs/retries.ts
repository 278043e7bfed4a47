/**
 * A queued job is tried for three days, with the pauses of `retryOptions`. A scheduled job is tried less often, because it is queued
 * again by its schedule.
 */
export const RETRIES = { queued: 29, scheduled: 12 }

/** When a failed job is retried, and after which time without a heartbeat a worker counts as dead. */
export const retryOptions = { retryBackoff: true, retryDelay: 5, retryDelayMax: 14_400, heartbeatSeconds: 10 }
