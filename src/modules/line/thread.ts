import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { statement } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import {
  anyText,
  defaulted,
  labelled,
  moment,
  nullable,
  oneOf,
  orNull,
  ref,
  refs,
  shownFields,
  text,
  whole,
} from '../../kit/fields.ts'
import { mediaTypes } from '../../kit/files/endings.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { type Actor, hasOneOf } from '../../kit/http/server/guard.ts'
import { Names } from '../../kit/resource/names.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import { Attachment } from '../attachments/schema.ts'
import { type Params, storedInWords } from '../languages/languages.ts'
import { notify } from '../notifications/notify.ts'
import { refuseWithoutLine } from './channel.ts'
import { hearsOfBooking } from './friends.ts'
import { linkers } from './link-routes.ts'
import { send, states, takeReplyToken } from './messages.ts'
import { kinds } from './protocol.ts'
import { attach, attachmentsIn, MOST_FILES } from './sent-files.ts'
import { directions, inboxOf, OpenThread, openThread, readers, refuseUnseenThread } from './threads.ts'

const writers = ['sales', 'department', 'admin'] as const

const ThreadFile = Type.Object({
  name: anyText('line-12.jpg'),
  media_type: oneOf(mediaTypes),
  ...shownFields({ size: whole() }),
  url: anyText('/api/line/messages/12/file'),
})

const channels = ['line', 'place', 'mail'] as const
/** One message of a person, whichever way it went. */
const ThreadMessage = Type.Object({
  key: anyText('line 12'),
  /** Of a message of LINE. */
  id: orNull(ref()),
  channel: labelled(oneOf(channels), ['管道', 'Channel']),
  direction: labelled(oneOf(directions), ['方向', 'Direction']),
  kind: oneOf(kinds),
  text: labelled(anyText('請問集合地點？'), ['訊息', 'Message']),
  state: oneOf(states),
  fault: labelled(orNull(anyText('已達每月推播上限。')), ['未送達的原因', 'Why it did not arrive']),
  /** A picture or a file, once it is fetched and as long as it is not filed. */
  file: labelled(orNull(ThreadFile), ['檔案', 'File']),
  document_id: labelled(orNull(ref()), ['存為文件', 'Filed as document']),
  /** What a colleague has sent with it. */
  attachments: labelled(Type.Array(Attachment), ['附件', 'Attachments']),
  sent_by: labelled(orNull(Names), ['發送者', 'Sent by']),
  booking_number: labelled(orNull(anyText('CNX270128A-001')), ['訂單編號', 'Number of the booking']),
  ...shownFields({ created_at: moment() }),
})
type ThreadMessage = Static<typeof ThreadMessage>

/** The newest messages are shown, at most so many. */
const MOST = 200

type Row = Omit<ThreadMessage, 'text' | 'fault'> & {
  text: string | null
  fault: Words | null
  sentence: string | null
  params: Params | null
}

/** What friend and agency have said, the newest of all ways, the oldest first. */
const messagesOf = statement(
  (_db, { id }: { id: number }) =>
    sql<Row>`
    with own as (
      select booking_id, user_id from line_hearers where line_friend_id = ${id}
    ), said as (
      (select 'line ' || m.id as key, m.id, 'line' as channel, m.direction, m.kind, m.text, m.state, m.fault, m.sent_by as user_id,
              (select b.booking_number from bookings b where b.id = m.booking_id) as booking_number, m.happened_at as created_at,
              null as sentence, null::jsonb as params, m.document_id, m.file_id
         from line_messages m where m.line_friend_id = ${id} order by m.happened_at desc limit ${sql.lit(MOST)})
      union all
      (select 'place ' || m.id, null, 'place', case m."from" when 'customer' then 'in' else 'out' end, 'text', m.text,
              case m."from" when 'customer' then 'received' else 'sent' end, null, case m."from" when 'agency' then m.written_by end,
              b.booking_number, m.created_at, null, null, null, null
         from own join booking_messages m on m.booking_id = own.booking_id join bookings b on b.id = m.booking_id
        order by m.created_at desc limit ${sql.lit(MOST)})
      union all
      (select 'mail ' || d.id, null, 'mail', 'out', 'text', null, 'sent', null, null, b.booking_number, d.sent_at, d.sentence, d.params, null, null
         from own join deliveries d on d.booking_id = own.booking_id or d.user_id in (select u.id from users u where u.id = own.user_id and u.role = 'customer')
         left join bookings b on b.id = d.booking_id
        where d.channel = 'mail' and d.state = 'sent' order by d.sent_at desc limit ${sql.lit(MOST)})
    )
    select * from (
      select key, id, channel, direction, kind, text, state, fault, booking_number, created_at, sentence, params, document_id,
             (select json_build_object('name', f.name, 'media_type', f.media_type, 'size', f.size, 'url', '/api/line/messages/' || said.id || '/file')
                from files f where f.id = said.file_id and f.deleted_at is null) as file,
             ${attachmentsIn('said')} as attachments,
             (select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u where u.id = said.user_id) as sent_by
        from said order by created_at desc, key desc limit ${sql.lit(MOST)}
    ) newest order by created_at, key`,
)

const readMessages = async (db: Db, actor: Actor, id: number, locale: Locale) => {
  await refuseWithoutLine(db)
  await refuseUnseenThread(db, { ...inboxOf(actor), id })
  return inWords(await messagesOf(db, { id }), locale)
}

// A mail is shown by its subject.
const inWords = (rows: readonly Row[], locale: Locale): ThreadMessage[] =>
  rows.map(({ text, fault, sentence, params, ...row }) => ({
    ...row,
    text: text ?? storedInWords({ sentence, params }, locale).title,
    fault: fault && say(fault, locale),
  }))

const Answer = Type.Object({
  text: labelled(text(2000, '集合地點是第二航廈出境大廳 6 號櫃檯。'), ['訊息', 'Message']),
  attachment_ids: labelled(defaulted(refs(MOST_FILES)), ['附件', 'Attachments']),
  booking_id: Type.Optional(labelled(nullable(ref()), ['附上訂單頁的連結', 'Link to the page of a booking'])),
})

type Writing = {
  id: number
  text: string
  attachment_ids?: number[] | undefined
  booking_id?: number | null | undefined
}
/** Answers a friend. Whoever answers a thread that nobody has answers it from then on, and what was there before counts as read. */
const writeTo = async (tx: Tx, actor: Actor, { id, text, attachment_ids = [], booking_id }: Writing) => {
  await refuseWithoutLine(tx)
  await refuseUnseenThread(tx, { ...inboxOf(actor), id })
  if (booking_id && !hasOneOf(actor.roles, linkers)) refuse('forbidden')
  if (booking_id && !(await hearsOfBooking(tx, { friend_id: id, booking_id })))
    refuseField('booking_id', ofSomebodyElse)
  const friend = found(
    await tx
      .selectFrom('line_friends')
      .select(['blocked_at', 'assignee_id'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )
  if (friend.blocked_at !== null) refuse('step_not_possible', { detail: isGone, also: { possible: [] } })
  await markRead(tx, id)
  if (friend.assignee_id === null)
    await tx.updateTable('line_friends').set({ assignee_id: actor.id }).where('id', '=', id).execute()
  const message_id = await send(tx, {
    ...{ line_friend_id: id, text, sent_by: actor.id, reply_token: await takeReplyToken(tx, id) },
    ...(booking_id && { booking_id }),
  })
  if (message_id !== undefined) await attach(tx, actor, message_id, attachment_ids)
}
const ofSomebodyElse: Words = [
  '這筆訂單不是這位客戶的；請選這位客戶自己的訂單。',
  'This booking is not one of this customer: choose one of its own.',
]
const isGone: Words = [
  '對方已封鎖或刪除本帳號，LINE 不再送達；請改用電話或電子郵件聯絡。',
  'This friend has blocked or left the account, and LINE delivers nothing any more; use the telephone or mail instead.',
]

const markRead = (tx: Tx, id: number) =>
  tx
    .updateTable('line_messages')
    .set({ read_at: sql<string>`now()` })
    .where('line_friend_id', '=', id)
    .where('direction', '=', 'in')
    .where('read_at', 'is', null)
    .execute()

const Assignee = Type.Object({ assignee_id: labelled(orNull(ref()), ['負責回覆', 'Answered by']) })

const assign = async (tx: Tx, actor: Actor, id: number, assignee_id: number | null, expected: Expected) => {
  const friend = found(
    await tx
      .selectFrom('line_friends')
      .select(['version', 'display_name'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )
  guardVersion(friend, expected)
  await tx.updateTable('line_friends').set({ assignee_id }).where('id', '=', id).execute()
  if (assignee_id === null || assignee_id === actor.id) return
  await notify(tx, {
    who: [assignee_id],
    event: 'line.assigned',
    params: { name: friend.display_name },
    about: { type: 'line_thread', id },
    except: actor.id,
  })
}
/** `/api/line/threads/:id/…` */
export function threadRoutes(on: On) {
  on.get(
    '/threads/:id/messages',
    {
      access: readers,
      name: 'listLineMessages',
      summary: `What a friend and the agency have written, by LINE, in the place and by mail: the newest ${MOST}, the oldest first`,
      returns: Type.Array(ThreadMessage),
      etag: 'content',
    },
    ({ db, actor, params, locale }) => readMessages(db, actor, params.id, locale),
  )
  on.post(
    '/threads/:id/messages',
    {
      access: writers,
      name: 'createLineMessage',
      summary: 'Answer a friend by LINE; what it has written counts as read, and a thread of nobody is taken',
      body: Answer,
      returns: Type.Array(ThreadMessage),
      refuses: ['step_not_possible'],
      etag: 'none',
    },
    async ({ tx, actor, params, body, locale }) => {
      await writeTo(tx, actor, { ...params, ...body })
      return inWords(await messagesOf(tx, params), locale)
    },
  )
  on.patch(
    '/threads/:id/read',
    {
      access: readers,
      name: 'markLineThreadRead',
      summary: 'Mark what a friend has written as read',
      returns: Type.Null(),
      etag: 'none',
    },
    async ({ tx, actor, params }) => {
      await refuseWithoutLine(tx)
      await refuseUnseenThread(tx, { ...inboxOf(actor), ...params })
      await markRead(tx, params.id)
      return null
    },
  )
  on.put(
    '/threads/:id/assignee',
    {
      access: writers,
      name: 'assignLineThread',
      summary: 'Say who answers a friend, or nobody',
      body: Assignee,
      returns: OpenThread,
      refuses: ['stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await refuseWithoutLine(tx)
      await refuseUnseenThread(tx, { ...inboxOf(actor), ...params })
      await assign(tx, actor, params.id, body.assignee_id, expected)
      // Whoever hands a thread on may not see it afterwards.
      return openThread(tx, { ...inboxOf(actor), ...params, sees_all: true })
    },
  )
}
