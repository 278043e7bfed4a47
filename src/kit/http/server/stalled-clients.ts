import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A socket timeout. Node checks twice before it closes a socket that accepts no bytes, so it closes after at most twice this time. */
const STALLED_MS = 8_000
const CHECK_EVERY = 2_000

/**
 * Closes connections of clients that do not read their answer. An interval sets the timeout on sockets with unsent bytes, instead
 * of a timer for each answer. When an answer is sent completely, Node sets its keep-alive timeout again.
 */
export function closeStalledClients(app: FastifyInstance) {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const checking = setInterval(() => {
    for (const socket of open)
      if (socket.writableLength > 0 && socket.timeout !== STALLED_MS) socket.setTimeout(STALLED_MS)
  }, CHECK_EVERY)
  checking.unref()
  app.addHook('onClose', async () => clearInterval(checking))
}
