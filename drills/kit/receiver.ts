import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Arrival } from './post.ts'
import type { Site } from './site.ts'

/**
 * Another system that is told by webhook, and notes what. It takes its time; of what is told by somebody who dies
 * meanwhile it keeps nothing, as a system would whose work is undone when nobody takes the answer.
 */
export const openReceiver = async (site: Site) => {
  const [tried, arrived]: [Arrival[], Arrival[]] = [[], []]
  const server = createServer(async (request, reply) => {
    const id = String(request.headers['webhook-id'])
    // Whoever sends it may die in the midst of it.
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
