import type { Query } from './watchdog.ts'

export type Took = (question: Query, ms: number) => void

/** How long statements usually take, learnt from how long they took. */
export const durations = () => {
  const known = new Map<string, number>()
  const took: Took = ({ text }, ms) => {
    const before = known.get(text)
    if (before === undefined && known.size >= MOST_KNOWN) return
    known.set(text, before === undefined ? ms : 0.8 * before + 0.2 * ms)
  }
  return { usual: ({ text }: Query) => known.get(text) ?? UNKNOWN_MS, took }
}

/** Answers come in the order of the questions: what takes this long is in the way of all that is asked behind it. */
export const isLong = (ms: number) => ms >= 20

const UNKNOWN_MS = 1
const MOST_KNOWN = 2_000
