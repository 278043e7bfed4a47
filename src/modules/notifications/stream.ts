import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { oneNotification } from './queries.ts'

const HEARTBEAT = 15_000
const AT_ONCE = 5

/** Tells a person what comes up, live and whichever process it came up in. The token is looked at again at every heartbeat. */
export const streams = (app: FastifyInstance) => {
  const open = new Map<number, Set<(id: number) => void>>()
  const hearing = () =>
    app.database.listener.hear('notifications', (payload) => {
      const { id, user_id } = JSON.parse(payload)
      for (const tell of open.get(user_id) ?? []) tell(id)
    })
  let heard: Promise<unknown> | undefined
  // What stays open would hold up a stop.
  const sockets = new Set<{ end: () => void }>()
  app.addHook('preClose', async () => {
    for (const socket of sockets) socket.end()
  })

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const me = request.actor?.id ?? 0
    const own = open.get(me) ?? new Set()
    heard ??= hearing()
    await heard
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, { ...headers, 'x-request-id': request.id })
    raw.write('retry: 3000\n\n')
    const tell = async (id: number) => {
      const { json } = await oneNotification(app.database.db, { id })
      raw.write(`id: ${id}\nevent: notification\ndata: ${json}\n\n`)
    }
    if (own.size >= AT_ONCE) return raw.end()
    open.set(me, own.add(tell))
    sockets.add(raw)
    const beat = setInterval(
      async () => ((await isAlive(request)) ? raw.write(': still here\n\n') : raw.end()),
      HEARTBEAT,
    )
    raw.on('close', () => {
      clearInterval(beat)
      own.delete(tell)
      sockets.delete(raw)
      if (!own.size) open.delete(me)
    })
  }
}

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

const isAlive = (request: FastifyRequest) =>
  request.server.recognise(request).then(
    () => true,
    () => false,
  )
