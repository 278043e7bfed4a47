import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keyedLimiter } from '../../async/limiter.ts'
import type { Who } from '../../db/transaction.ts'
import { unavailable } from '../../errors.ts'
import { REQUEST_GRACE_MS, REQUEST_MS } from '../../timeouts.ts'
import { sendProblem } from './problem.ts'

const CHECK_EVERY_MS = 500

declare module 'fastify' {
  interface FastifyRequest {
    /** The time by `performance.now()` at which the request must have ended. */
    deadline: number
  }
}

/**
 * Answers 503 to every request that exceeds its time. Transactions end at the deadline by themselves, so that a 503 means that nothing
 * was written.
 */
export function answerOverdue(app: FastifyInstance, budget = REQUEST_MS) {
  const waiting = unordered<FastifyReply>()
  app.decorateRequest('deadline', 0)
  app.addHook('onRequest', (request, reply, done) => {
    request.deadline = performance.now() + budget
    waiting.add(reply)
    done()
  })
  app.addHook('onResponse', (_request, reply, done) => {
    waiting.remove(reply)
    done()
  })
  const checking = setInterval(() => {
    for (const reply of waiting.all()) {
      if (reply.sent || reply.raw.destroyed) waiting.remove(reply)
      else if (performance.now() > reply.request.deadline + REQUEST_GRACE_MS) {
        waiting.remove(reply)
        sendProblem(unavailable(), reply.request, reply)
      }
    }
  }, CHECK_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(checking))
}

const unordered = <T extends object>() => {
  const members: T[] = []
  const remove = (member: T) => {
    const at = members.indexOf(member)
    if (at < 0) return
    const last = members.pop() as T
    if (at < members.length) members[at] = last
  }
  return {
    add: (m: T) => {
      members.push(m)
    },
    remove,
    all: () => [...members],
  }
}

/** The caller of a write for the audit, and its deadline. */
export function onBehalfOf({ actor, id, deadline }: FastifyRequest): Who {
  return {
    actor_id: actor?.id,
    request_id: id,
    roles: actor?.roles ?? [],
    deadline,
  }
}

/** Stops the clock of a request while it waits for its caller or in a queue; the returned function starts it again. */
export function stopClock(request: FastifyRequest) {
  const left = request.deadline - performance.now()
  request.deadline = Number.POSITIVE_INFINITY
  return () => {
    request.deadline = performance.now() + left
  }
}

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

const BODY_MS = 15_000

/**
 * Closes the connection of a JSON body that has not arrived within 15 s. A form may take longer: for forms, only the timeout
 * of an idle socket applies.
 */
export function limitBodyTime(request: FastifyRequest) {
  const { method, raw } = request
  if (method === 'GET' || method === 'HEAD' || request.route.config.form) return
  const late = setTimeout(() => raw.destroy(), BODY_MS).unref()
  raw.once('end', () => clearTimeout(late)).once('close', () => clearTimeout(late))
}
