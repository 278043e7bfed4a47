import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from './context.ts'
import type { Message } from './messages.ts'

/**
 * A webhook receiver that records each message. It answers slowly. If the sender is killed before the answer, the message does not
 * count as arrived, as in a system that rolls back when its answer cannot be delivered.
 */
export const openReceiver = async (context: Context) => {
  const [attempts, arrived]: [Message[], Message[]] = [[], []]
  const server = createServer(async (request, reply) => {
    const id = String(request.headers['webhook-id'])
    // The sender may be killed while it sends.
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return reply.destroy()
    const { type, data } = JSON.parse(body)
    const about = `${request.url} ${type} ${data.id}`
    attempts.push({ about, id, at: Date.now() })
    await pause(context.random.int(10, 80))
    if (request.socket.destroyed) return
    arrived.push({ about, id, at: Date.now() })
    reply.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const place = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return { place, attempts, arrived }
}
