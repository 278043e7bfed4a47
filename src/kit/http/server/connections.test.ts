import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import Fastify from 'fastify'
import { closeUnusedConnections } from './connections.ts'

test('a stop waits for the request under way, not for connections without one', { timeout: 5_000 }, async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  const [begun, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  app.get('/slow', async () => {
    begun.resolve()
    await rest.promise
    return 'done'
  })
  closeUnusedConnections(app)
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  const opened = async (sends: string) => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(sends)
    return socket
  }
  const [ahead, half] = [await opened(''), await opened('GET /slow HTTP/1.1\r\nHo')]
  const underWay = await opened('GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await begun.promise
  const closing = app.close()
  await Promise.all([ahead, half].map((socket) => socket.resume() && once(socket, 'close')))
  rest.resolve()
  assert.match(await text(underWay), /^HTTP\/1\.1 200 OK[\s\S]*done$/)
  await closing
})
