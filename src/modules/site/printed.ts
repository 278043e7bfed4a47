import { hash } from 'node:crypto'
import { limiter } from '../../kit/async/limiter.ts'

type Kept = { mark: string; madeAt: number; bytes: Buffer }

const KEPT = 60
const FRESH_MS = 60_000

/** All visitors of this process together have one paper in the press, and at most so many wait for theirs. */
const oneByOne = limiter(1, { maxWaiting: 20 })

/**
 * Papers for strangers, kept in memory. One is printed only if what it says has changed, at most once a minute, and for all who ask at that
 * time together; meanwhile the one before is sent. So strangers cannot fill the queue of the press.
 */
export function printedForAll() {
  const kept = new Map<string, Kept>()
  const making = new Map<string, Promise<Buffer>>()
  const make = (key: string, mark: string, print: () => Promise<Buffer>) => {
    const made = oneByOne(print)
      .then((bytes) => {
        if (kept.size >= KEPT) kept.delete(kept.keys().next().value ?? '')
        kept.delete(key)
        kept.set(key, { mark, madeAt: Date.now(), bytes })
        return bytes
      })
      .finally(() => making.delete(key))
    making.set(key, made)
    return made
  }
  return async (key: string, facts: unknown, print: () => Promise<Buffer>): Promise<Buffer> => {
    const mark = hash('sha1', JSON.stringify(facts))
    const last = kept.get(key)
    const isRecent = last && Date.now() - last.madeAt < FRESH_MS
    if (last && (last.mark === mark || isRecent)) return last.bytes
    const now = making.get(key) ?? make(key, mark, print)
    if (!last) return now
    // The paper before is at most a print older than what it says.
    now.catch(() => {})
    return last.bytes
  }
}
