import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { keyedLimiter } from '../../async/keyed-limiter.ts'
import { stopClock } from './overdue.ts'

// Two at a time, so that the next request is prepared while one writes.
const QUEUE = { concurrency: 2, most: 2_000, timeout: 30_000 }

/** A queue per key: requests with the same key are done in the order in which they came, and hold no database connection while they wait. */
export function requestsInLine() {
  const limitByKey = keyedLimiter(QUEUE)
  return <T>(request: FastifyRequest, key: string, work: () => Promise<T>) =>
    limitByKey(key, afterWaiting(request, work))
}

// The connection is idle while its request waits in the queue and must not be cut; its time budget starts after the wait.
const afterWaiting = <T>(request: FastifyRequest, work: () => Promise<T>) => {
  const { socket } = request.raw
  if (socket instanceof Socket) socket.setTimeout(2 * QUEUE.timeout)
  const startClock = stopClock(request)
  return () => {
    startClock()
    return work()
  }
}
