import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ColumnType, type Generated, sql } from 'kysely'
import { Type } from 'typebox'
import { oneRow, statement } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { Refusal, refusals } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { onBehalfOf } from '../../kit/http/server/deadline.ts'
import { enqueue, type Jobs, type JobTools } from '../../kit/jobs/jobs.ts'
import { retention } from '../../kit/retention/rules.ts'
import { say, type Words } from '../../kit/words/words.ts'
import { askLine } from './call.ts'
import { type Friend, follow, friendOf, hasWritten, nameFriend } from './friends.ts'
import { secretsOf } from './keys.ts'
import { takeCode } from './link-codes.ts'
import { answer, keepHeard, markMessageRead, send } from './messages.ts'
import { answerByButton } from './offers.ts'
import { type Event, eventsOf, isSigned, profileIn } from './protocol.ts'
import { proveByEvent } from './trial.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    line_events: {
      id: Generated<number>
      webhook_event_id: string
      line_user_id: string | null
      /** Null once it was worked on. */
      body: ColumnType<Event | null, string, null>
      happened_at: string
      worked_at: ColumnType<string | null, undefined, ReturnType<typeof sql<string>>>
      created_at: Generated<string>
    }
  }
}
declare module '../../kit/events.ts' {
  interface Events {
    /** A friend has written what a colleague should read. */
    'line-message.received': { line_friend_id: number; message_id: number }
  }
}
declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    /** Works on what was heard of one friend, in the order in which it happened. */
    'line.hear': { friend_id: number }
  }
}

/** Keeps signed events and queues the work. Returns whether LINE has signed them; only then are they answered with success. */
const takeEvents = async (app: FastifyInstance, tx: Tx, body: Buffer, signature: string | undefined) => {
  const known = await secretsOf(tx, app.keys)
  if (!known || !isSigned(body, signature, known.channel_secret)) return false
  const events = eventsOf(body)
  if (!events) return true
  await proveByEvent(tx)
  // In one order of friends, so that two requests do not wait for each other.
  const heard = events
    .filter(({ mode }) => mode === 'active')
    .toSorted((one, other) => inOrder(orderOf(one), orderOf(other)))
  for (const event of heard)
    if (event.userId !== null) await keepEvent(tx, event, { line_user_id: event.userId, isOn: known.is_on })
  return true
}
const orderOf = ({ userId, webhookEventId }: Event) => `${userId} ${webhookEventId}`
const inOrder = (one: string, other: string) => (one < other ? -1 : 1)

/** What is heard while LINE is switched off waits until it is on again. */
const keepEvent = async (tx: Tx, event: Event, { line_user_id, isOn }: { line_user_id: string; isOn: boolean }) => {
  const { webhookEventId: webhook_event_id, timestamp } = event
  const kept = await tx
    .insertInto('line_events')
    .values({
      ...{ webhook_event_id, line_user_id, body: JSON.stringify(event) },
      happened_at: new Date(timestamp).toISOString(),
    })
    .onConflict((same) => same.column('webhook_event_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  // It was told before.
  if (!kept) return
  const { id } = await friendOf(tx, line_user_id)
  if (isOn) hearSoon(tx, id)
}
const hearSoon = (tx: Tx, friend_id: number) => enqueue(tx, 'line.hear', { friend_id }, { key: String(friend_id) })

/** Works on what was heard while LINE was off. */
export async function hearWhatWaits(tx: Tx) {
  const friends = await tx
    .selectFrom('line_friends as f')
    .select('f.id')
    .where((is) =>
      is.exists(
        is
          .selectFrom('line_events as e')
          .select('e.id')
          .whereRef('e.line_user_id', '=', 'f.line_user_id')
          .where('e.worked_at', 'is', null),
      ),
    )
    .execute()
  for (const { id } of friends) hearSoon(tx, id)
}

/** Works on all events of a friend that wait. What was done once is not done again by a job that is repeated. */
export async function hear({ friend_id }: Jobs['line.hear'], tools: JobTools) {
  const { database, keys } = tools
  const known = await secretsOf(database.db, keys)
  const friend = await friendWithoutName(database.db, { id: friend_id })
  if (known && friend) {
    const { status, words } = await askLine({ ...tools, ...known }, `/v2/bot/profile/${friend.line_user_id}`)
    if (status === 200) await database.transaction({}, (tx) => nameFriend(tx, friend_id, profileIn(words)))
  }
  while (await workOnNext(tools, friend_id));
}

const friendWithoutName = oneRow((db, { id }: { id: number }) =>
  db.selectFrom('line_friends').select('line_user_id').where('id', '=', id).where('display_name', 'is', null),
)

/** Works on the next event. What it asks for may be refused, which is told to the friend. */
const workOnNext = async ({ database }: JobTools, friend_id: number) => {
  let tried: string | undefined
  const work: Work = (tx, friend, event, at) => {
    tried = event.webhookEventId
    return workOn(tx, friend, event, at)
  }
  try {
    return await database.transaction({}, (tx) => takeNext(tx, friend_id, work))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // An earlier event may have come meanwhile, which was not refused.
    const tell: Work = (tx, friend, event, at) =>
      event.webhookEventId === tried ? sayRefused(tx, friend, event, error) : workOn(tx, friend, event, at)
    return database.transaction({}, (tx) => takeNext(tx, friend_id, tell))
  }
}

const sayRefused = (tx: Tx, { id, locale }: Friend, { replyToken: reply_token }: Event, { code, extras }: Refusal) =>
  send(tx, { line_friend_id: id, text: say(extras?.detail ?? refusals[code][2], locale), reply_token })

type Work = (tx: Tx, friend: Friend, event: Event, at: string) => Promise<unknown>

const takeNext = async (tx: Tx, friend_id: number, work: Work) => {
  const known = await tx
    .selectFrom('line_friends')
    .select('line_user_id')
    .where('id', '=', friend_id)
    .executeTakeFirst()
  if (!known) return false
  const friend = await friendOf(tx, known.line_user_id)
  const [next] = await waitingEvents(tx, { line_user_id: known.line_user_id })
  if (!next) return false
  if (next.body) await work(tx, friend, next.body, next.happened_at)
  await tx
    .updateTable('line_events')
    .set({ worked_at: sql<string>`now()`, body: null })
    .where('id', '=', next.id)
    .execute()
  return true
}

const waitingEvents = statement((db, { line_user_id }: { line_user_id: string }) =>
  db
    .selectFrom('line_events')
    .select(['id', 'body', 'happened_at'])
    .where('line_user_id', '=', line_user_id)
    .where('worked_at', 'is', null)
    .orderBy('happened_at')
    .orderBy('id')
    .limit(1),
)

const workOn = async (tx: Tx, friend: Friend, { type, message, data, replyToken }: Event, at: string) => {
  if (type === 'unfollow') return follow(tx, friend.id, { at, isBlocked: true })
  if (type === 'follow') {
    await follow(tx, friend.id, { at, isBlocked: false })
    return answer(tx, friend, 'greeting', { reply_token: replyToken })
  }
  await hasWritten(tx, friend.id, at)
  if (data !== null)
    return (await answerByButton(tx, friend.id, data)) && answer(tx, friend, 'answered', { reply_token: replyToken })
  if (type !== 'message' || !message) return
  const kept = await keepHeard(tx, friend.id, { message, at, replyToken })
  if (!kept) return
  if (message.kind === 'other')
    await answer(tx, friend, 'refused_file_of_stranger', { reply_token: replyToken, why: notTaken })
  const said = message.kind === 'text' ? await takeCode(tx, friend, message.text) : undefined
  if (said) await answer(tx, friend, said, { reply_token: replyToken })
  // A code that has linked, and the word to stop, wait for nobody.
  if (said === 'linked' || said === 'relinked' || said === 'unlinked') return markMessageRead(tx, kept.id)
  await emit(tx, 'line-message.received', { line_friend_id: friend.id, message_id: kept.id })
}

const notTaken: Words = [
  '我們收得到文字、圖片與檔案，收不到影片與錄音。',
  'We receive texts, pictures and files, but no videos and no sounds.',
]

/** Events that were worked on have no body any more; others came while LINE was off, and wait. */
export const oldLineEvents = retention({
  what: 'events of LINE',
  table: 'line_events',
  from: sql`created_at`,
  since: 'they came',
  after: '30 days',
  why: 'LINE repeats an event for a few days; it is known again by its number.',
})

/** `POST /api/line/events`. Its answers have no body, as LINE expects; one that is not signed is 401. */
export default routes((on, app) => {
  // The signature is over the bytes that came, so nothing else reads them first.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  on.raw(
    'POST',
    '/events',
    {
      name: 'takeLineEvents',
      summary: 'Events of LINE, signed with the secret of the channel',
      access: 'public',
      returns: Type.String(),
      media: 'text/plain',
      bodyLimit: MOST_BYTES,
    },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = request.headers['x-line-signature']
      const given = Array.isArray(signature) ? signature[0] : signature
      const isOurs = await app.database.transaction(onBehalfOf(request), (tx) => takeEvents(app, tx, body, given))
      return reply
        .header('cache-control', 'no-store')
        .type('text/plain')
        .code(isOurs ? 200 : 401)
        .send('')
    },
  )
})
/** A request of LINE has up to a hundred events. */
const MOST_BYTES = 1_048_576
