import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { Jobs, JobTools } from '../../kit/jobs/jobs.ts'
import type { Unsent } from '../../kit/outbound/outbound.ts'
import type { Words } from '../../kit/words/words.ts'
import { makeBookingLink, noticeForLine } from '../notifications/mails.ts'
import { type Line, tellLine } from './call.ts'
import { isCapReached } from './channel.ts'
import { settleDelivery } from './deliver.ts'
import { markGone } from './friends.ts'
import { secretsOf } from './keys.ts'
import { withButtons } from './offers.ts'
import { type Outcome, outcomeOf, partsOf, refusalIn } from './protocol.ts'
import { filesForLine } from './sent-files.ts'

/** Hands to LINE what waits for a friend, in the order in which it was written. */
export async function sendMessages({ friend_id }: Jobs['line.send'], tools: JobTools) {
  for (;;) {
    const message = await nextMessage(tools.database.db, { friend_id })
    if (!message) return
    await sendMessage(message, tools)
  }
}

/** The same `retry_key` makes a message come once, also after a worker was killed between the push and its record. */
const sendMessage = async (message: Waiting, tools: JobTools) => {
  const { database, keys } = tools
  const known = await secretsOf(database.db, keys)
  if (!known?.is_on) return settle(tools, message, { outcome: 'refused', fault: off })
  if (!message.is_theirs) return settle(tools, message, { outcome: 'refused', fault: unlinked })
  const line = { ...tools, access_token: known.access_token }
  if (message.reply_token !== null) {
    const settled = await reply(tools, line, message, message.reply_token)
    if (settled) return settle(tools, message, settled)
    await database.transaction({}, (tx) => note(tx, message.id, { via: null, reply_token: null }))
  }
  // What was pushed before may have come, and is not mailed besides.
  const wasPushed = message.via === 'push'
  if (!wasPushed && (await isCapReached(database.db, {})))
    return settle(tools, message, { outcome: 'limited', fault: capReached })
  if (message.is_too_old) return settle(tools, message, { outcome: 'unsure' })
  await push(tools, line, message, wasPushed)
}
const off: Words = ['LINE 已關閉。', 'LINE is switched off.']
const unlinked: Words = ['對方已解除連結。', 'The friend is not linked any more.']
const capReached: Words = ['已達每月推播上限。', 'The cap of the month is reached.']

/** Answers with the token of what was heard. Undefined if the token is not good any more, so that the message must be pushed. */
const reply = async (
  tools: JobTools,
  line: Line,
  message: Waiting,
  replyToken: string,
): Promise<Settled | undefined> => {
  const wasTried = message.via === 'reply'
  await tools.database.transaction({}, (tx) => note(tx, message.id, { via: 'reply' }))
  const body = { replyToken, messages: await partsOfMessage(message, tools) }
  const { status, words } = await tellLine(line, '/v2/bot/message/reply', body)
  const outcome = outcomeOf(status)
  if (outcome === 'sent') return { outcome }
  // Limited, it has not looked at the token, which the try before may have used.
  if (outcome === 'unknown' || (outcome === 'limited' && wasTried))
    throw new Error(`LINE has not answered a reply: ${status ?? words}`)
  // The token was used by the try before, or has ended since: only LINE knows.
  return wasTried ? { outcome: 'unsure' } : undefined
}

const push = async (tools: JobTools, line: Line, message: Waiting, wasPushed: boolean) => {
  await tools.database.transaction({}, (tx) => note(tx, message.id, { via: 'push' }))
  const body = { to: message.line_user_id, messages: await partsOfMessage(message, tools) }
  const { status, words, fault } = await tellLine(line, '/v2/bot/message/push', body, message.retry_key)
  if (!wasPushed && fault !== null && unreached.has(fault)) {
    if (message.has_waited) return settle(tools, message, { outcome: 'refused', fault: away })
    await tools.database.transaction({}, (tx) => note(tx, message.id, { via: null }))
  }
  const outcome = outcomeOf(status)
  const mayHaveCome = outcome === 'limited' && wasPushed && !message.has_waited
  if (outcome === 'unknown' && message.is_late) return settle(tools, message, { outcome: 'unsure' })
  if (outcome === 'unknown' || mayHaveCome) throw new Error(`LINE has not answered a push: ${status}`)
  await settle(tools, message, { outcome, ...(outcome !== 'sent' && { fault: refusedBy(refusalIn(words)) }) })
}
/** LINE has heard nothing at all, so nothing can have come. */
const unreached = new Set<Unsent>(['not_resolved', 'not_public', 'not_connected', 'not_trusted'])
const away: Words = ['連不上 LINE。', 'LINE cannot be reached.']
const refusedBy = (words: string): Words => [`LINE 的回覆：${words}`, `LINE says: ${words}`]

/** A notice leads to its page, an offer has buttons, and an answer has its files. Their addresses are made now, so that no secret is stored. */
const partsOfMessage = async (message: Waiting, tools: JobTools) => {
  const { id, text, delivery_id, communication_id, booking_id } = message
  if (communication_id !== null) return withButtons(tools, text, communication_id)
  const link = await linkOf(tools, { delivery_id, booking_id })
  const { pictures, lines } = await filesForLine(tools, id)
  return [...textsOf([text, link, ...lines].filter(Boolean).join('\n\n')), ...pictures].slice(0, MOST_PARTS)
}

const linkOf = async (tools: JobTools, { delivery_id, booking_id }: Pick<Waiting, 'delivery_id' | 'booking_id'>) => {
  if (delivery_id !== null) return (await (await noticeForLine(tools, delivery_id))?.link())?.line
  if (booking_id === null) return undefined
  const { token } = await tools.database.transaction({}, (tx) => makeBookingLink(tx, booking_id))
  return `${tools.publicUrl}/l/booking/${token}`
}

/** LINE takes no more at once. */
const MOST_PARTS = 5

const textsOf = (text: string) => partsOf(text).map((part) => ({ type: 'text', text: part }))

const nextMessage = oneRow((db, { friend_id }: { friend_id: number }) =>
  db
    .selectFrom('line_messages as m')
    .innerJoin('line_friends as f', 'f.id', 'm.line_friend_id')
    .select([
      'm.id',
      'm.text',
      'm.reply_token',
      'm.via',
      'm.retry_key',
      'm.delivery_id',
      'm.communication_id',
      'm.booking_id',
      'm.line_friend_id',
      'f.line_user_id',
    ])
    // Their links are made when they leave, so they go to nobody who was unlinked meanwhile.
    .select(
      sql<boolean>`case
        when m.delivery_id is not null then exists (
          select from deliveries d join line_hearers h on h.user_id = d.user_id or h.booking_id = d.booking_id or h.tour_leader_id = d.tour_leader_id
           where d.id = m.delivery_id and h.line_friend_id = f.id)
        when m.communication_id is not null or m.booking_id is not null then exists (
          select from line_hearers h where h.line_friend_id = f.id and h.booking_id = coalesce(m.booking_id, (
             select r.booking_id from addon_communications c join addon_requests r on r.id = c.addon_request_id where c.id = m.communication_id)))
        else true end`.as('is_theirs'),
    )
    // LINE knows a key for a day.
    .select(sql<boolean>`m.via = 'push' and m.created_at < now() - interval '23 hours'`.as('is_too_old'))
    // So long LINE is asked again, while it limits whether an earlier try has come, and while it is away.
    .select(sql<boolean>`m.created_at < now() - interval '10 minutes'`.as('has_waited'))
    // And so long where it does not answer: a notice that comes twice does less harm than one that comes after the flight.
    .select(sql<boolean>`m.created_at < now() - interval '1 hour'`.as('is_late'))
    .where('m.line_friend_id', '=', friend_id)
    .where('m.state', '=', 'waiting')
    .orderBy('m.id')
    .limit(1),
)
type Waiting = NonNullable<Awaited<ReturnType<typeof nextMessage>>>

type Noted = { via?: 'reply' | 'push' | null; reply_token?: null }
const note = (tx: Tx, id: number, noted: Noted) =>
  tx.updateTable('line_messages').set(noted).where('id', '=', id).where('state', '=', 'waiting').execute()

type Settled = { outcome: Exclude<Outcome, 'unknown'> | 'unsure'; fault?: Words }
const settle = ({ database }: JobTools, message: Waiting, { outcome, fault }: Settled) =>
  database.transaction({}, async (tx) => {
    const state = outcome === 'sent' || outcome === 'unsure' ? outcome : 'failed'
    const settled = await tx
      .updateTable('line_messages')
      .set({
        state,
        fault: fault ? JSON.stringify(fault) : null,
        ...(state === 'sent' && { sent_at: sql<string>`now()` }),
      })
      .where('id', '=', message.id)
      .where('state', '=', 'waiting')
      .returning('id')
      .executeTakeFirst()
    if (!settled) return
    if (outcome === 'gone') await markGone(tx, message.line_friend_id)
    const isLimited = outcome === 'limited'
    if (message.delivery_id !== null)
      await settleDelivery(tx, message.delivery_id, { isSent: state === 'sent', isLimited })
  })
