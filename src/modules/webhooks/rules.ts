const MINUTE = 60
const HOUR = 60 * MINUTE
const pauses = [5, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR]

export const THREE_DAYS = 72 * HOUR

/**
 * Seconds until the next try, after so many within `elapsed` seconds; nothing once three days are over. Each pause is a
 * fifth shorter or longer by chance, so that what failed together does not come again together; none is shorter than wished.
 */
export const pauseAfter = (tries: number, elapsed: number, chance: number, wished: number) => {
  if (elapsed >= THREE_DAYS) return undefined
  const pause = pauses[Math.min(tries, pauses.length) - 1] ?? 5
  return Math.min(Math.max((pause * (80 + 40 * chance)) / 100, wished), THREE_DAYS - elapsed)
}

/** What it asks for itself where it is too busy, a day at the most. */
export const wishedPause = (status: number | null, wish: number) =>
  status === 429 || status === 503 ? Math.min(wish, 24 * HOUR) : 0

/** Whether the other side took it: any 2xx. A redirect is no delivery. */
export const isTaken = (status: number | null) => status !== null && status >= 200 && status < 300
/** It says of itself that it is no more. */
export const isGone = (status: number | null) => status === 410
