import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { REQUEST_GRACE_MS, REQUEST_MS } from '../../constants.ts'
import type { Who } from '../../db/transaction.ts'
import { unavailable } from '../../errors.ts'
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
