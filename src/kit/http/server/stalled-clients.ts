import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Node looks twice before it gives up on a connection that takes nothing: at the latest after twice this. */
const STALLED = 8_000
const LOOK_EVERY = 2_000

/**
 * Whoever asks and does not read the answer is not waited for. It is looked for now and then, not with each answer;
 * when what is left is sent, Node sets its own patience again.
 */
export const closeStalledClients = (app: FastifyInstance) => {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const look = setInterval(() => {
    for (const socket of open) if (socket.writableLength > 0 && socket.timeout !== STALLED) socket.setTimeout(STALLED)
  }, LOOK_EVERY)
  look.unref()
  app.addHook('onClose', async () => clearInterval(look))
}
