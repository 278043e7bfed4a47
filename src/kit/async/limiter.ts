import { unavailable } from '../errors.ts'

type Options = {
  /** After each job its slot stays empty for `rest` × the job's duration. */
  rest?: number
  /** The most jobs that may wait; further ones are refused with 503. Jobs with `first` are counted separately. */
  maxWaiting?: number
}

/** Runs at most `concurrency` jobs at a time; the others wait in a queue. A job with `first` passes those without it. */
export function limiter(concurrency: number, { rest = 0, maxWaiting = Number.POSITIVE_INFINITY }: Options = {}) {
  let free = concurrency
  const queues = { first: [] as (() => void)[], normal: [] as (() => void)[] }

  const wait = async (queue: (() => void)[]) => {
    if (queue.length >= maxWaiting) refuseBusy()
    await new Promise<void>((go) => queue.push(go))
  }
  const release = () => {
    const next = queues.first.shift() ?? queues.normal.shift()
    if (next) next()
    else free += 1
  }

  return async <T>(job: () => Promise<T>, { first = false } = {}): Promise<T> => {
    if (free > 0) free -= 1
    else await wait(first ? queues.first : queues.normal)
    const began = performance.now()
    try {
      return await job()
    } finally {
      if (rest) setTimeout(release, rest * (performance.now() - began))
      else release()
    }
  }
}

type KeyedLimits = {
  /** The most calls with the same key that run at the same time. */
  concurrency: number
  /** The most calls that run or wait, over all keys. */
  most: number
  /** Milliseconds after which a waiting call is refused. */
  timeout: number
}

/** A queue per key: calls with the same key run in the order in which they came, and hold no connection while they wait. */
export function keyedLimiter({ concurrency, most, timeout }: KeyedLimits) {
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

/** Refuses with 503 and `Retry-After`, because too many requests do the same thing at this moment. */
export function refuseBusy(): never {
  throw unavailable()
}
