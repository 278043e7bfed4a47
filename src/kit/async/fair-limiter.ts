import { refuseBusy } from './limiter.ts'

type Limits = {
  /** The most jobs of one caller that may wait, and of all callers. Further ones are refused with 503. */
  mostOfOne: number
  most: number
  /** Milliseconds after which a waiting job is refused. */
  timeout: number
}
/** Who calls, and whether its jobs pass those without `first`. */
export type Caller = { who: string; first: boolean }

/** Runs one job at a time. Callers take turns, however many jobs each of them has: each has one place in the queue. */
export function fairLimiter({ mostOfOne, most, timeout }: Limits) {
  const queues = { first: new Map<string, (() => void)[]>(), normal: new Map<string, (() => void)[]>() }
  let isFree = true
  let waiting = 0
  let served = ''

  const wait = async ({ who, first }: Caller) => {
    const queue = first ? queues.first : queues.normal
    const own = queue.get(who) ?? []
    if (own.length >= mostOfOne || waiting >= most) refuseBusy()
    const came = performance.now()
    waiting += 1
    await new Promise<void>((go) => queue.set(who, [...own, go]))
    waiting -= 1
    return performance.now() - came > timeout
  }

  const startNext = () => {
    const queue = queues.first.size > 0 ? queues.first : queues.normal
    const own = queue.get(served)
    if (own) {
      // The caller moves to the end of the queue, behind those who came meanwhile.
      queue.delete(served)
      queue.set(served, own)
    }
    const [next] = queue
    if (!next) {
      isFree = true
      return
    }
    const [who, [go, ...others]] = next
    served = who
    if (others.length > 0) queue.set(who, others)
    else queue.delete(who)
    go?.()
  }

  return async <T>(job: () => Promise<T>, caller: Caller): Promise<T> => {
    let isLate = false
    if (isFree) [isFree, served] = [false, caller.who]
    else isLate = await wait(caller)
    try {
      return isLate ? refuseBusy() : await job()
    } finally {
      startNext()
    }
  }
}
