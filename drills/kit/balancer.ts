import { once } from 'node:events'
import { createServer } from 'node:http'
import { clientOf } from './client.ts'
import type { Context } from './context.ts'
import { findProgram, proxyBefore } from './proxies.ts'
import type { Service } from './service.ts'

export type Balancer = { name: string; url: string }

/** HAProxy in front of the processes, or a small balancer with the same behaviour if HAProxy is not available. */
export const openBalancer = async (context: Context, services: Service[]): Promise<Balancer> => {
  const haproxy = findProgram('haproxy')
  return haproxy ? proxyBefore(context, haproxy, services) : ownBalancer(context, services)
}

// Polls `/readyz` of each process five times a second, forwards over keep-alive connections, and tries another process only if
// the connection was refused.
const ownBalancer = async (context: Context, services: Service[]): Promise<Balancer> => {
  const targets = services.map(({ url }) => ({ ...clientOf(url, 32), isReady: true }))
  const polling = setInterval(() => {
    for (const target of targets)
      target.ask('GET', '/readyz', { timeout: 1_000 }).then(
        ({ status }) => {
          target.isReady = status === 200
        },
        () => {
          target.isReady = false
        },
      )
  }, 200)
  let next = 0
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    next += 1
    const ready = targets.filter(({ isReady }) => isReady)
    for (const target of [...ready.slice(next % (ready.length || 1)), ...ready, ...targets]) {
      const { connection, host, ...headers } = request.headers
      const sent = {
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        ...(parts.length && { body: Buffer.concat(parts) }),
      }
      const answer = await target.ask(request.method ?? 'GET', request.url ?? '/', sent).catch((error) => error)
      if (answer instanceof Error && 'code' in answer && answer.code === 'ECONNREFUSED') {
        target.isReady = false
        continue
      }
      if (answer instanceof Error) response.writeHead(502).end(answer.message)
      else response.writeHead(answer.status, { 'content-type': answer.headers['content-type'] ?? '' }).end(answer.text)
      return
    }
    response.writeHead(503).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.atEnd(() => {
    clearInterval(polling)
    server.closeAllConnections()
    server.close()
    for (const { close } of targets) close()
  })
  const address = server.address()
  return {
    name: 'a balancer of our own; for the real thing: apt-get install haproxy',
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
  }
}
