import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Refusal, refusals } from '../../errors.ts'
import { problem } from './problem.ts'

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

/**
 * Answers malformed HTTP, and headers that do not arrive in time, with a problem like other refusals, and closes the connection. A
 * connection that has sent nothing is closed without an answer, because browsers open connections in advance and would take the
 * answer for that of the request that they are about to send. They repeat a request whose connection was closed.
 */
export function answerMalformedHttp(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable || !socket.bytesRead) return void socket.destroy()
  const refusal = new Refusal(error.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'bad_request')
  const [status, [, reason]] = refusals[refusal.code]
  const id = randomUUID()
  const body = JSON.stringify(problem(refusal, 'zh-TW', id))
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
