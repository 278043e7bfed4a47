import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import type { Settings } from '../src/kit/db/connect.ts'

/** A proxy in front of PostgreSQL that counts writes. It can stall: then it accepts connections and data, and forwards nothing. */
export const proxyTo = async ({ host = '127.0.0.1', port = 5432, ...settings }: Settings) => {
  const sockets = new Set<Socket>()
  let isSilent = false
  let writes = 0
  const server = createServer((client) => {
    client.on('data', () => {
      writes += 1
    })
    const inner = dial(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
    for (const [from, to] of [
      [client, inner],
      [inner, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('data', (bytes) => isSilent || to.write(bytes))
      from.on('close', () => isSilent || to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    settings: { ...settings, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    /** The number of writes from clients so far. */
    writes: () => writes,
    stall: () => {
      isSilent = true
    },
    resume: () => {
      isSilent = false
    },
    end: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
