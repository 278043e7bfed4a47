import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** After the stop has begun, a connection may still arrive until the port is closed. */
const LOOK_AGAIN_MS = 1_000

/**
 * A stop waits for the requests under way, and for nothing else. Browsers open connections ahead, and Node waits for their first
 * request until its time for headers is over; so a stop took 15 seconds.
 */
export function closeUnusedConnections(app: FastifyInstance) {
  const requestsOn = new Map<Socket, number>()
  const count = (socket: Socket, by: number) => requestsOn.set(socket, (requestsOn.get(socket) ?? 0) + by)
  app.server.on('connection', (socket) => {
    requestsOn.set(socket, 0)
    socket.once('close', () => requestsOn.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    count(socket, 1)
    response.once('close', () => requestsOn.has(socket) && count(socket, -1))
  })
  const closeUnused = () => {
    for (const [socket, requests] of requestsOn) if (requests === 0) socket.destroy()
  }
  app.addHook('preClose', async () => {
    closeUnused()
    setTimeout(closeUnused, LOOK_AGAIN_MS).unref()
  })
}
