import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import type { Locale } from '../../kit/words/words.ts'
import { readerOf } from '../users/reader.ts'
import { audience, type Listener } from './audience.ts'
import { type Change, changeFor, type streamQuery } from './changes.ts'
import { eventIdOf, type Heard, heardBy } from './heard.ts'
import { isShownTo, type Presence } from './presence.ts'
import { UNTOLD_AT_ONCE, untoldNotifications, wordedJson } from './queries.ts'

const HEARTBEAT = 15_000
const AT_ONCE = 5
const MOST_UNREAD = 1_000_000

/**
 * Streams notifications to a person, whichever process wrote them. A client that reconnects names the id of the last event it
 * received and gets what it missed. Every heartbeat looks for missed notifications. The stream ends as soon as its token is revoked or
 * its account changed, and before each event the token is verified again.
 */
export const streams = (app: FastifyInstance) => {
  const people = audience(app)

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const me = request.actor?.id ?? 0
    if (request.method === 'HEAD') return reply.headers(headers).send()
    if (people.countOf(me) >= AT_ONCE) refuse('too_many_requests', { headers: { 'retry-after': '15' } })
    // Joined before anything is awaited, so that streams opened at the same moment are all counted.
    const listener: Listener = { catchUp: () => {}, changed: () => {}, met: () => {}, check: () => {}, end: () => {} }
    const leave = people.join(me, listener)
    try {
      await people.listening()
      const heard = await heardBy(app.database.db, me, request.headers['last-event-id'])
      await stream(app, request, open(reply), { me, heard, listener, leave })
      // The service began to stop while the stream was being opened.
      if (people.isClosing()) listener.end()
    } catch (error) {
      leave()
      throw error
    }
  }
}

type Joined = { me: number; heard: Heard; listener: Listener; leave: () => void }

const stream = async (app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, joined: Joined) => {
  const { raw } = reply
  const { me, heard, listener, leave } = joined
  const end = () => raw.end()
  const { locale } = request
  const verify = verifier(app, request)
  const catchUp = teller(app.database.db, { me, locale }, heard, { verify, write: (text) => write(raw, text) })
  const waiting: string[] = []
  const tellWaiting = oneByOne(async () => {
    const texts = waiting.splice(0)
    await verify()
    for (const text of texts) write(raw, text)
  })
  const tell = (text: string) => {
    waiting.push(text)
    tellWaiting().catch(end)
  }
  const beat = async () => {
    await verify()
    await catchUp()
    if (!raw.writableEnded) raw.write(': still here\n\n')
  }
  const beating = setInterval(() => beat().catch(end), HEARTBEAT)
  const changed = (change: Change) => writeChange(request, change, tell)
  const met = (presence: Presence) =>
    isShownTo(request, presence) && tell(`event: presence\ndata: ${JSON.stringify(presence)}\n\n`)
  const check = () => verify().catch(end)
  Object.assign(listener, { catchUp: () => catchUp().catch(end), changed, met, check, end })
  const close = () => {
    clearInterval(beating)
    leave()
  }
  raw.on('close', close)
  if (raw.destroyed) close()
  await catchUp().catch(end)
}

/** Looks the token up again. Refuses if it has ended, or if its account has other rights than when the stream was opened. */
const verifier = (app: FastifyInstance, request: FastifyRequest) => {
  const rightsOf = ({ actor }: FastifyRequest) =>
    JSON.stringify([actor?.role, actor?.departments, actor?.tour_leader_id])
  const rights = rightsOf(request)
  return async () => {
    await app.recognise(request)
    if (rightsOf(request) !== rights) refuse('unauthenticated')
  }
}

// Without an id: what was missed is not sent again, because a client that reconnects reads what it shows.
const writeChange = ({ actor, query }: FastifyRequest, change: Change, write: (text: string) => void) => {
  const { types = [] } = query as Static<typeof streamQuery>
  const shown = actor && types.includes(change.type) && changeFor(readerOf(actor), change)
  if (shown) write(`event: changed\ndata: ${JSON.stringify(shown)}\n\n`)
}

// A client that stops reading is disconnected; it may come back.
const write = (raw: FastifyReply['raw'], text: string) => {
  if (raw.writableLength > MOST_UNREAD) raw.destroy()
  else if (!raw.writableEnded) raw.write(text)
}

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // The connection ends with the stream. If it were kept, a client would come back on it, and a stop of the service would wait for it.
  connection: 'close',
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

type Hearer = { me: number; locale: Locale }
type Way = { verify: () => Promise<void>; write: (text: string) => void }

/** Longer than any transaction: no id below one sent this long ago is committed later. */
const SETTLED_AFTER = 60_000

/**
 * Sends each notification once, in the order of ids. Transactions do not commit in the order of their ids, so a lower id may
 * appear later.
 */
const teller = (db: Db, { me, locale }: Hearer, heard: Heard, { verify, write }: Way) => {
  let { settled } = heard
  const told = new Map(heard.told.map((id) => [id, performance.now()]))

  const settle = (now: number) => {
    for (const [id, at] of told) {
      if (now - at < SETTLED_AFTER) continue
      settled = Math.max(settled, id)
      told.delete(id)
    }
  }
  const sayUntold = async () => {
    const asked = performance.now()
    const rows = await untoldNotifications(db, { me, settled, told: [...told.keys()] })
    if (rows.length) await verify()
    for (const { id, json } of rows) {
      told.set(id, performance.now())
      write(
        `id: ${eventIdOf({ settled, told: [...told.keys()] })}\nevent: notification\ndata: ${wordedJson(json, locale)}\n\n`,
      )
    }
    if (rows.length === UNTOLD_AT_ONCE) await sayUntold()
    // Only now: what was committed in the meantime has been read.
    settle(asked)
  }
  return oneByOne(sayUntold)
}

/** Serializes the work: a call joins the next run that has not begun yet. */
const oneByOne = (work: () => Promise<void>) => {
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= last.then(() => {
      next = undefined
      return work()
    })
    last = next
    return last
  }
}
