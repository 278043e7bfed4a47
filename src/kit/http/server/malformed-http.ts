import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { Refusal, refusals } from '../../errors.ts'
import { problem } from './problem.ts'

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
