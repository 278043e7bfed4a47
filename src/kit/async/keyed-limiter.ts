import { limiter, refuseBusy } from './limiter.ts'

type Limits = {
  /** The most calls with the same key that run at the same time. */
  concurrency: number
  /** The most calls that run or wait, over all keys. */
  most: number
  /** Milliseconds after which a waiting call is refused. */
  timeout: number
}

/** A queue per key: calls with the same key run in the order in which they came, and hold no connection while they wait. */
export function keyedLimiter({ concurrency, most, timeout }: Limits) {
  const queues = new Map<string, { limit: ReturnType<typeof limiter>; calls: number }>()
  let allCalls = 0

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if (allCalls >= most) refuseBusy()
    const queue = queues.get(key) ?? { limit: limiter(concurrency), calls: 0 }
    queues.set(key, queue)
    queue.calls += 1
    allCalls += 1
    const came = performance.now()
    try {
      return await queue.limit(() => (performance.now() - came > timeout ? refuseBusy() : work()))
    } finally {
      allCalls -= 1
      queue.calls -= 1
      if (queue.calls === 0) queues.delete(key)
    }
  }
}
