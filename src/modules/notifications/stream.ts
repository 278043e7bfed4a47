import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { audience } from './audience.ts'
import { latestNotification, notificationsSince, oneNotification } from './queries.ts'

const HEARTBEAT = 15_000
const AT_ONCE = 5
const MOST_UNREAD = 1_000_000

/**
 * Tells a person what comes up, live and whichever process it came up in. Who comes back names the last it heard, and is told
 * what came since. At every heartbeat the token is looked at again, and whether anything was missed.
 */
export const streams = (app: FastifyInstance) => {
  const people = audience(app)

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const me = request.actor?.id ?? 0
    if (request.method === 'HEAD') return reply.headers(headers).send()
    if (people.countOf(me) >= AT_ONCE) refuse('too_many_requests', { headers: { 'retry-after': '15' } })
    await people.listening()
    const { db } = app.database
    const heard = heardBy(request) ?? (await latestNotification(db, { me }))

    const { raw } = open(reply)
    const end = () => raw.end()
    const { tell, catchUp } = teller(db, me, heard, (text) => write(raw, text))
    const beat = async () => {
      await app.recognise(request)
      await catchUp()
      if (!raw.writableEnded) raw.write(': still here\n\n')
    }
    const beating = setInterval(() => beat().catch(end), HEARTBEAT)
    const leave = people.join(me, { tell: (id) => tell(id).catch(end), end })
    const close = () => {
      clearInterval(beating)
      leave()
    }
    raw.on('close', close)
    if (raw.destroyed) close()
    await catchUp().catch(end)
  }
}

// A client that stops reading is disconnected; it may come back.
const write = (raw: FastifyReply['raw'], text: string) => {
  if (raw.writableLength > MOST_UNREAD) raw.destroy()
  else if (!raw.writableEnded) raw.write(text)
}

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
}

const open = (reply: FastifyReply) => {
  const given = Object.entries({ ...reply.getHeaders(), ...headers })
  for (const [name, value] of given) if (value !== undefined) reply.raw.setHeader(name, value)
  reply.hijack()
  reply.raw.writeHead(200)
  reply.raw.write('retry: 3000\n\n')
  return reply
}

const heardBy = ({ headers }: FastifyRequest) => {
  const id = headers['last-event-id']
  return typeof id === 'string' && /^\d{1,9}$/.test(id) ? Number(id) : undefined
}

/** Says each notification once, one after the other. */
const teller = (db: Db, me: number, heard: number, write: (text: string) => void) => {
  let latest = heard
  let turn: Promise<unknown> = Promise.resolve()
  const told = new Set<number>()
  const inTurn = (work: () => Promise<unknown>) => {
    turn = turn.then(work)
    return turn
  }
  const say = async (id: number) => {
    if (told.has(id)) return
    const { json } = await oneNotification(db, { id })
    told.add(id)
    latest = Math.max(latest, id)
    write(`id: ${id}\nevent: notification\ndata: ${json}\n\n`)
  }
  return {
    tell: (id: number) => inTurn(() => say(id)),
    catchUp: () =>
      inTurn(async () => {
        for (const { id } of await notificationsSince(db, { me, id: latest })) await say(id)
      }),
  }
}
