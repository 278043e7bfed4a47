import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Node looks twice before it gives up on a connection that takes nothing: at the latest after twice this. */
export const STALLED = 8_000

/** Whoever asks and does not read the answer is not waited for. When it is sent, Node sets its own patience again. */
export const leaveStalled = (app: FastifyInstance) =>
  app.addHook('onSend', ({ raw: { socket } }, _reply, payload, done) => {
    if (socket instanceof Socket) socket.setTimeout(STALLED)
    done(null, payload)
  })
