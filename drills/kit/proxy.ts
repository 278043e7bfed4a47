import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Connection } from './database.ts'
import { freePort } from './service.ts'

/** A proxy in front of PostgreSQL. */
export const proxyTo = async ({ host, port, user, password, database }: Connection) => {
  const proxy = await proxyBy(() => connect(`${host}/.s.PGSQL.${port}`))
  const url = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}/${database}`
  return { ...proxy, url }
}

/** A proxy that can refuse connections, or accept them and forward nothing. `dial` opens a connection to the server behind it. */
export const proxyBy = async (dial: () => Socket) => {
  const port = await freePort()
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let isSilent = false
  const open = async () => {
    isSilent = false
    server = createServer((client) => {
      const inner = dial()
      for (const socket of [client, inner]) {
        sockets.add(socket)
        socket.on('error', () => {}).on('close', () => sockets.delete(socket))
      }
      client.on('data', (bytes) => isSilent || inner.write(bytes)).on('close', () => inner.destroy())
      inner.on('data', (bytes) => isSilent || client.write(bytes)).on('close', () => client.destroy())
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const close = () => {
    for (const socket of sockets) socket.destroy()
  }
  await open()
  return {
    port,
    shut: () => {
      server?.close()
      close()
    },
    stall: () => {
      isSilent = true
    },
    open: async () => {
      close()
      if (!server?.listening) await open()
      isSilent = false
    },
    end: () => {
      server?.close()
      close()
    },
  }
}
