import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clientOf } from './client.ts'
import { freePort, type Service } from './service.ts'
import type { Site } from './site.ts'

export type Balancer = { name: string; url: string }

/** Debian's HAProxy before the processes; where it is not installed, a small one of our own with the same manners. */
export const openBalancer = async (site: Site, services: Service[]): Promise<Balancer> =>
  isInstalled() ? haproxy(site, services) : ours(site, services)

export const HOW = 'apt-get install haproxy'

const isInstalled = () => {
  try {
    return !!execFileSync('haproxy', ['-v'])
  } catch {
    return false
  }
}

const haproxy = async (site: Site, services: Service[]): Promise<Balancer> => {
  const port = await freePort()
  const path = join(site.home, 'haproxy.cfg')
  const servers = services.map(({ port }, i) => `  server api${i} 127.0.0.1:${port} check inter 200ms fall 1 rise 1`)
  writeFileSync(
    path,
    [
      'defaults\n  mode http\n  timeout connect 2s\n  timeout client 60s\n  timeout server 60s',
      `frontend front\n  bind 127.0.0.1:${port}\n  default_backend apis`,
      `backend apis\n  balance roundrobin\n  option redispatch 1\n  retries 3\n  retry-on conn-failure\n  option httpchk GET /readyz\n${servers.join('\n')}\n`,
    ].join('\n'),
  )
  const child = spawn('haproxy', ['-db', '-f', path], { stdio: 'ignore' })
  site.atEnd(() => child.kill())
  await pause(1_500)
  return { name: 'HAProxy', url: `http://127.0.0.1:${port}` }
}

// Asks each process whether it is ready, five times a second; sends on over kept connections; tries another only where
// nobody took the call.
const ours = async (site: Site, services: Service[]): Promise<Balancer> => {
  const targets = services.map(({ url }) => ({ ...clientOf(url, 32), isReady: true }))
  const looking = setInterval(() => {
    for (const target of targets)
      target.ask('GET', '/readyz', { patience: 1_000 }).then(
        ({ status }) => {
          target.isReady = status === 200
        },
        () => {
          target.isReady = false
        },
      )
  }, 200)
  let turn = 0
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    turn += 1
    const ready = targets.filter(({ isReady }) => isReady)
    for (const target of [...ready.slice(turn % (ready.length || 1)), ...ready, ...targets]) {
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
  site.atEnd(() => {
    clearInterval(looking)
    server.closeAllConnections()
    server.close()
    for (const { hangUp } of targets) hangUp()
  })
  const address = server.address()
  return {
    name: `a balancer of our own; for the real thing: ${HOW}`,
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
  }
}
