import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { retention } from '../../kit/retention/rules.ts'
import { isOver, tally } from '../../kit/throttle.ts'
import { say, type Words } from '../../kit/words/words.ts'
import { limits } from '../../limits.ts'
import type { LineAnswer } from '../languages/language.ts'
import { languages, withParams } from '../languages/languages.ts'
import { brandOf } from '../page-words.ts'
import type { Friend } from './friends.ts'
import type { Kind, Said } from './protocol.ts'

/** `unsure`: its reply was handed over, and nobody knows whether it came. */
export const states = ['received', 'waiting', 'sent', 'failed', 'unsure'] as const

declare module '../../kit/db/tables.ts' {
  interface Tables {
    line_messages: {
      id: Generated<number>
      line_friend_id: number
      direction: 'in' | 'out'
      kind: Kind
      text: string
      line_message_id: string | null
      reply_token: string | null
      retry_key: Generated<string>
      delivery_id: number | null
      booking_id: number | null
      file_id: number | null
      document_id: number | null
      communication_id: number | null
      sent_by: number | null
      state: (typeof states)[number]
      via: 'reply' | 'push' | null
      fault: ColumnType<Words | null, string | null | undefined, string | null>
      happened_at: ColumnType<string, string | undefined, never>
      sent_at: ColumnType<string | null, undefined, RawBuilder<string>>
      read_at: ColumnType<string | null, undefined, RawBuilder<string>>
      created_at: Generated<string>
    }
  }
}
declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    /** Hands to LINE what waits for a friend, until LINE has taken it. */
    'line.send': { friend_id: number }
    /** Fetches the picture or the file of a message. */
    'line.fetch': { message_id: number }
  }
}

type Heard = { message: Said; at: string; replyToken: string | null }

/** Keeps what a friend has sent; a picture or a file is fetched afterwards. Undefined if it was known before. */
export async function keepHeard(tx: Tx, line_friend_id: number, { message, at, replyToken }: Heard) {
  const kept = await tx
    .insertInto('line_messages')
    .values({
      ...{ line_friend_id, direction: 'in', kind: message.kind, text: message.text, state: 'received' },
      ...{ line_message_id: message.id || null, reply_token: replyToken, happened_at: at },
    })
    .onConflict((same) => same.column('line_message_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (kept && message.id && hasContent(message.kind)) {
    if (isOver(await tally(tx, limits['LINE files of friend'], line_friend_id)))
      await tx
        .updateTable('line_messages')
        .set({ fault: JSON.stringify(tooMany) })
        .where('id', '=', kept.id)
        .execute()
    else enqueue(tx, 'line.fetch', { message_id: kept.id })
  }
  return kept
}
const tooMany: Words = ['短時間內傳來的檔案太多，沒有取得。', 'Too many files came at once, so it was not fetched.']
const hasContent = (kind: Kind) => kind === 'image' || kind === 'file'

export function markMessageRead(tx: Tx, id: number) {
  return tx.updateTable('line_messages').set({ read_at: sql<string>`now()` }).where('id', '=', id).execute()
}

type Answered = { reply_token: string | null; why?: Words; booking_id?: number }

/** Answers a friend in the name of the house, free of charge with the token of what was heard, which no colleague can use any more. */
export async function answer(tx: Tx, friend: Friend, said: LineAnswer, { why, ...message }: Answered) {
  await tx
    .updateTable('line_messages')
    .set({ reply_token: null })
    .where('line_friend_id', '=', friend.id)
    .where('direction', '=', 'in')
    .where('reply_token', '=', message.reply_token)
    .execute()
  const house = brandOf(await namesOfHouse(tx, {}), friend.locale)
  const text = withParams(languages[friend.locale].line[said], { house, ...(why && { why: say(why, friend.locale) }) })
  await send(tx, { line_friend_id: friend.id, text, ...message })
}

const namesOfHouse = theRow((db, _given: object) => db.selectFrom('house').select(['name', 'name_en']))

type NewMessage = {
  line_friend_id: number
  text: string
  sent_by?: number
  reply_token?: string | null
  delivery_id?: number
  communication_id?: number
  booking_id?: number | undefined
}

/** Writes a message that goes out with the commit. Returns its id, unless it was written before. */
export async function send(tx: Tx, { text, ...message }: NewMessage) {
  const made = await tx
    .insertInto('line_messages')
    .values({ ...message, text, direction: 'out', kind: 'text', state: 'waiting' })
    // A job that is repeated writes a notice or an offer once.
    .onConflict((same) => same.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) enqueue(tx, 'line.send', { friend_id: message.line_friend_id }, { key: String(message.line_friend_id) })
  return made?.id
}

/** The token of the newest message of a friend, while it is good. It is taken, so that nobody else uses it. */
export async function takeReplyToken(tx: Tx, line_friend_id: number) {
  const { rows } = await sql<{ reply_token: string }>`
    with newest as (
      select id, reply_token from line_messages
       where line_friend_id = ${line_friend_id} and direction = 'in' and reply_token is not null
         and happened_at > now() - ${GOOD_FOR}::interval
       order by happened_at desc limit 1 for update
    )
    update line_messages m set reply_token = null from newest where m.id = newest.id returning newest.reply_token`.execute(
    tx,
  )
  return rows[0]?.reply_token ?? null
}
/** LINE says a minute; the message still has to get there. */
const GOOD_FOR = '45 seconds'

export const oldLineMessages = retention({
  what: 'messages of LINE',
  table: 'line_messages',
  from: sql`created_at`,
  since: 'they came',
  after: '1 year',
  why: 'A trip and the questions after it are over by then.',
})
