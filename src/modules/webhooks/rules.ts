const MINUTE = 60
const HOUR = 60 * MINUTE
const pauses = [5, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR]

const THREE_DAYS = 72 * HOUR

/**
 * Seconds until the next attempt, after `tries` attempts in `elapsed` seconds; undefined after three days. A jitter of a fifth
 * separates messages that failed together. No pause is shorter than `asked`.
 */
export function pauseAfter(tries: number, elapsed: number, chance: number, asked: number) {
  if (elapsed >= THREE_DAYS) return undefined
  const pause = pauses[Math.min(tries, pauses.length) - 1] ?? 5
  return Math.min(Math.max((pause * (80 + 40 * chance)) / 100, asked), THREE_DAYS - elapsed)
}

/** The pause requested by Retry-After of a busy receiver, at most a day. */
export function retryAfterPause(status: number | null, seconds: number) {
  return status === 429 || status === 503 ? Math.min(seconds, 24 * HOUR) : 0
}

/** Whether the receiver accepted the message: any 2xx. A redirect is not accepted. */
export function isTaken(status: number | null) {
  return status !== null && status >= 200 && status < 300
}
/** The receiver has unsubscribed. */
export function isGone(status: number | null) {
  return status === 410
}
