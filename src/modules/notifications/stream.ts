import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { refuse } from '../../kit/errors.ts'
import { moment, oneOf } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { type Reader, readersOf } from '../users/reader.ts'
import { areNotificationsSince, catchUpFor, type Received, receivedUpTo } from './catch-up.ts'
import { isShownTo, type Presence } from './presence.ts'
import { recentChanges } from './recent-changes.ts'

/** The types of records whose changes are streamed. */
const types = ['addon_request', 'booking', 'import', 'line_thread', 'planned_trip', 'session_attendance'] as const
type ChangeType = (typeof types)[number]

/** Whose changes are streamed besides the notifications, and since when the client has read what it shows. */
const streamed = Type.Object(
  {
    types: Type.Optional(Type.Array(oneOf(types), { minItems: 1, maxItems: types.length, separator: ',' })),
    since: Type.Optional(moment()),
  },
  { additionalProperties: false },
)
type Streamed = Static<typeof streamed>

export function streamRoute(on: On, app: FastifyInstance) {
  return on.raw(
    'GET',
    '/stream',
    {
      name: 'streamNotifications',
      access: 'signed-in',
      summary: 'Stream notifications and, of the named types, changes of records (server-sent events)',
      query: streamed,
      returns: Type.String(),
      media: 'text/event-stream',
    },
    streamHandler(app),
  )
}

const HEARTBEAT = 15_000
const MOST_STREAMS = 5
const MOST_UNREAD = 1_000_000

/**
 * Streams notifications to a person, whichever process wrote them. A client that reconnects names the id of the last event it
 * received and gets what it missed. Every heartbeat looks for missed notifications. The stream ends as soon as its token is revoked or
 * its account changed, and before each event the token is verified again.
 */
const streamHandler = (app: FastifyInstance) => {
  const streams = openStreams(app)

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const me = request.actor?.id ?? 0
    if (request.method === 'HEAD') return reply.headers(headers).send()
    if (streams.countOf(me) >= MOST_STREAMS) refuse('too_many_requests', { headers: { 'retry-after': '15' } })
    // Joined before anything is awaited, so that streams opened at the same moment are all counted.
    const nothing = () => {}
    const stream: Stream = {
      catchUp: nothing,
      change: nothing,
      missed: nothing,
      presence: nothing,
      verify: nothing,
      end: nothing,
    }
    const leave = streams.join(me, stream)
    try {
      await streams.listening()
      const received = await receivedUpTo(app.database.db, me, request.headers['last-event-id'])
      await serve(app, request, open(reply), { me, received, stream, leave })
      await sendMissed(app, request, stream, streams.changesSince)
      // The service began to stop while the stream was being opened.
      if (streams.isClosing()) stream.end()
    } catch (error) {
      leave()
      throw error
    }
  }
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

type Joined = { me: number; received: Received; stream: Stream; leave: () => void }

const serve = async (app: FastifyInstance, request: FastifyRequest, { raw }: FastifyReply, joined: Joined) => {
  const { me, received, stream, leave } = joined
  const end = () => raw.end()
  const { locale } = request
  const verify = verifier(app, request)
  const write = (text: string) => writeTo(raw, text)
  const catchUp = oneByOne(catchUpFor(app.database.db, { me, locale }, received, { verify, write }))
  const waiting: string[] = []
  const sendWaiting = oneByOne(async () => {
    const texts = waiting.splice(0)
    await verify()
    for (const text of texts) write(text)
  })
  // Without an id: what was missed is not sent again, because a client that reconnects reads what it shows.
  const send = (event: string, data: object) => {
    waiting.push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    sendWaiting().catch(end)
  }
  const beat = async () => {
    await verify()
    await catchUp()
    if (!raw.writableEnded) raw.write(': still here\n\n')
  }
  const beating = setInterval(() => beat().catch(end), HEARTBEAT)
  Object.assign(stream, {
    catchUp: () => catchUp().catch(end),
    change: (change) => {
      const shown = changeFor(request, change)
      if (shown) send('changed', shown)
    },
    missed: (types = (request.query as Streamed).types ?? []) => types.length && send('missed', { types }),
    presence: (presence) => isShownTo(request, presence) && send('presence', presence),
    verify: () => verify().catch(end),
    end,
  } satisfies Stream)
  const close = () => {
    clearInterval(beating)
    leave()
  }
  raw.on('close', close)
  if (raw.destroyed) close()
  await catchUp().catch(end)
}

/** Tells what changed after the client has read what it shows, and before its stream was open. What is not known any more may have changed. */
const sendMissed = async (
  { database: { db } }: FastifyInstance,
  { actor, query }: FastifyRequest,
  stream: Stream,
  changesSince: (moment: number) => readonly Change[] | undefined,
) => {
  const { since, types = [] } = query as Streamed
  if (!actor || since === undefined) return
  const at = new Date(Date.parse(since) - CLOCKS_DIFFER_BY)
  const changes = changesSince(at.getTime())
  for (const change of changes ?? []) stream.change(change)
  const areUnread = await areNotificationsSince(db, { me: actor.id, at: at.toISOString() })
  stream.missed([...(changes ? [] : types), ...(areUnread ? (['notification'] as const) : [])])
}

/** The client names the time by the clock of any process, and to the second. */
const CLOCKS_DIFFER_BY = 3_000

/** Looks the token up again. Refuses if it has ended, or if its account has other rights than when the stream was opened. */
const verifier = (app: FastifyInstance, request: FastifyRequest) => {
  const rightsOf = ({ actor }: FastifyRequest) =>
    JSON.stringify([actor?.roles, actor?.departments, actor?.tour_leader_id])
  const rights = rightsOf(request)
  return async () => {
    await app.recognise(request)
    if (rightsOf(request) !== rights) refuse('unauthenticated')
  }
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

// A client that stops reading is disconnected; it may come back.
const writeTo = (raw: FastifyReply['raw'], text: string) => {
  if (raw.writableLength > MOST_UNREAD) raw.destroy()
  else if (!raw.writableEnded) raw.write(text)
}

/**
 * What the database announces. A `customer` may know of the change, and knows the record by `customer_version`; so may the
 * `leaders` of a trip, or of an attendance.
 */
type Change = {
  type: ChangeType
  id: number
  version: number
  customer?: number | null
  customer_version?: number
  leaders?: (number | null)[]
}

/** A change as the reader of a stream is shown it, if it asked for this type and may know of it. */
const changeFor = ({ actor, query }: FastifyRequest, change: Change) => {
  const { types = [] } = query as Streamed
  if (!actor || !types.includes(change.type)) return undefined
  return readersOf(actor).flatMap((reader) => shownChange(reader, change) ?? [])[0]
}

const shownChange = (reader: Reader, change: Change) => {
  const { type, id, version } = change
  switch (reader.sees) {
    case 'all':
      return { type, id, version }
    case 'money':
      return type === 'booking' || type === 'planned_trip' ? { type, id, version } : undefined
    case 'customer':
      return reader.customer === change.customer ? { type, id, version: change.customer_version } : undefined
    case 'leader':
      return change.leaders?.includes(reader.leader) ? { type, id, version } : undefined
    case 'booking':
    case 'offer':
    case 'nothing':
      return undefined
  }
}

/** An open stream, as the announcements of the database reach it. */
type Stream = {
  catchUp: () => unknown
  change: (change: Change) => unknown
  /** Records of these types, unless given all that the stream asked for, may have changed without being told. */
  missed: (types?: readonly (ChangeType | 'notification')[]) => unknown
  presence: (presence: Presence) => unknown
  /** Ends the stream if its token or account is no longer what it was when it was opened. */
  verify: () => unknown
  end: () => unknown
}

/** The open streams of this process, which get what any process writes for their person. */
const openStreams = (app: FastifyInstance) => {
  const streams = streamsByPerson()
  const recent = recentChanges<Change>()
  let heard: Promise<unknown> | undefined
  const listening = () => {
    heard ??= listen(app, streams, recent).then(recent.begin)
    return heard
  }
  // From the start, so that the changes before the first stream are known too.
  app.addHook('onListen', async () => {
    await listening()
  })

  // Open streams would delay a shutdown.
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    for (const { end } of streams.all()) end()
  })
  return {
    isClosing: () => isClosing,
    countOf: (person: number) => streams.of(person).size,
    listening,
    changesSince: recent.since,
    join: streams.join,
  }
}

const listen = (
  { database: { listener } }: FastifyInstance,
  streams: ReturnType<typeof streamsByPerson>,
  recent: ReturnType<typeof recentChanges<Change>>,
) =>
  Promise.all([
    listener.hear('notifications', {
      hear: (payload) => {
        const { user_id } = JSON.parse(payload)
        for (const { catchUp } of streams.of(user_id)) catchUp()
      },
      missed: () => {
        for (const { catchUp } of streams.all()) catchUp()
      },
    }),
    listener.hear('rights', {
      hear: (payload) => {
        for (const { verify } of streams.of(Number(payload))) verify()
      },
      missed: () => {
        for (const { verify } of streams.all()) verify()
      },
    }),
    listener.hear('changes', {
      hear: (payload) => {
        const change: Change = JSON.parse(payload)
        recent.add(change)
        for (const stream of streams.all()) stream.change(change)
      },
      missed: () => {
        recent.begin()
        for (const stream of streams.all()) stream.missed()
      },
    }),
    listener.hear('presence', {
      hear: (payload) => {
        const presence: Presence = JSON.parse(payload)
        for (const stream of streams.all()) stream.presence(presence)
      },
    }),
  ])

const streamsByPerson = () => {
  const people = new Map<number, Set<Stream>>()
  return {
    of: (person: number): ReadonlySet<Stream> => people.get(person) ?? new Set(),
    all: () => [...people.values()].flatMap((streams) => [...streams]),
    /** Adds the stream until the returned function is called. */
    join: (person: number, stream: Stream) => {
      const streams = people.get(person) ?? new Set()
      people.set(person, streams.add(stream))
      return () => {
        streams.delete(stream)
        if (!streams.size && people.get(person) === streams) people.delete(person)
      }
    },
  }
}
