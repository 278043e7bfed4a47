import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Arrival } from './post.ts'
import type { Site } from './site.ts'

/**
 * A webhook receiver that records each message. It answers slowly; if the sender dies before the answer, the message does not
 * count as arrived, as in a system that rolls back when its answer is not taken.
 */
export const openReceiver = async (site: Site) => {
  const [tried, arrived]: [Arrival[], Arrival[]] = [[], []]
  const server = createServer(async (request, reply) => {
    const id = String(request.headers['webhook-id'])
    // The sender may be killed while it sends.
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return reply.destroy()
    const { type, data } = JSON.parse(body)
    const about = `${request.url} ${type} ${data.id}`
    tried.push({ about, id, at: Date.now() })
    await pause(site.random.int(10, 80))
    if (request.socket.destroyed) return
    arrived.push({ about, id, at: Date.now() })
    reply.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  site.atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const place = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return { place, tried, arrived }
}
