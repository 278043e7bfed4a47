import { hash } from 'node:crypto'
import { limiter } from '../../kit/async/limiter.ts'

/** What a paper says, and the trips that it names. */
type Said = { facts: unknown; trips: readonly string[] }
type Kept = { mark: string; trips: readonly string[]; readAt: number; bytes: Promise<Buffer> }
type Print = {
  /** Counts the print for whoever asks, and throws if it is one too many. */
  count: () => Promise<void>
  print: () => Promise<Buffer>
}

/** More than the papers of all routes of an agency in both languages. */
const KEPT = 400
const FRESH_MS = 60_000

/** All visitors of this process together have one paper in the press, and at most so many wait for theirs. */
const oneByOne = limiter(1, { maxWaiting: 20 })

/**
 * Papers for strangers, kept in memory until what they say changes, and printed once for all who ask at that time. After a change the paper
 * before is sent for a minute, so that strangers cannot fill the queue of the press, but not if it names a trip that is gone.
 * Only what is printed counts for whoever asks, so an address that asks for too much keeps nobody else from a paper.
 */
export function printedForAll() {
  const kept = new Map<string, Kept>()
  const make = (key: string, { mark, trips }: Pick<Kept, 'mark' | 'trips'>, print: () => Promise<Buffer>) => {
    const made: Kept = { mark, trips, readAt: Date.now(), bytes: oneByOne(print) }
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value ?? '')
    kept.delete(key)
    kept.set(key, made)
    // A print that has failed is tried again by the next visitor.
    made.bytes.catch(() => kept.get(key) === made && kept.delete(key))
    return made.bytes
  }
  const bytesIn = (key: string, { mark, trips }: Pick<Kept, 'mark' | 'trips'>) => {
    const last = kept.get(key)
    const isFresh = last && Date.now() - last.readAt < FRESH_MS && last.trips.every((trip) => trips.includes(trip))
    return last && (last.mark === mark || isFresh) ? last.bytes : undefined
  }
  return async (key: string, { facts, trips }: Said, { count, print }: Print): Promise<Buffer> => {
    const said = { mark: hash('sha1', JSON.stringify(facts)), trips }
    const bytes = bytesIn(key, said)
    if (bytes) return bytes
    await count()
    // Another visitor may have had it printed meanwhile.
    return bytesIn(key, said) ?? make(key, said, print)
  }
}
