import { hash } from 'node:crypto'
import { limiter } from '../../kit/async/limiter.ts'

/** What a paper says, and the trips that it names. */
type Said = { facts: unknown; trips: readonly string[] }
type Print = { mark: string; trips: readonly string[]; readAt: number; bytes: Promise<Buffer> }

/** More than the papers of all routes of an agency in both languages. */
const KEPT = 400
const FRESH_MS = 60_000

/** All visitors of this process together have one paper in the press, and at most so many wait for theirs. */
const oneByOne = limiter(1, { maxWaiting: 20 })

/**
 * Papers for strangers, kept in memory until what they say changes, and printed once for all who ask at that time. After a change the paper
 * before is sent for a minute, so that strangers cannot fill the queue of the press, but not if it names a trip that is gone.
 */
export function printedForAll() {
  const kept = new Map<string, Print>()
  const make = (key: string, { mark, trips }: Pick<Print, 'mark' | 'trips'>, print: () => Promise<Buffer>) => {
    const made: Print = { mark, trips, readAt: Date.now(), bytes: oneByOne(print) }
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value ?? '')
    kept.delete(key)
    kept.set(key, made)
    // A print that has failed is tried again by the next visitor.
    made.bytes.catch(() => kept.get(key) === made && kept.delete(key))
    return made.bytes
  }
  return (key: string, { facts, trips }: Said, print: () => Promise<Buffer>): Promise<Buffer> => {
    const mark = hash('sha1', JSON.stringify(facts))
    const last = kept.get(key)
    const isFresh = last && Date.now() - last.readAt < FRESH_MS && last.trips.every((trip) => trips.includes(trip))
    return last && (last.mark === mark || isFresh) ? last.bytes : make(key, { mark, trips }, print)
  }
}
