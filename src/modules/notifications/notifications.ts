import { type ColumnType, type Generated, sql, type UpdateResult } from 'kysely'
import { type Static, Type } from 'typebox'
import { jsonRow } from '../../kit/db/json.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { anyText, labelled, line, moment, nullable, ref, shown } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { is, whether } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import type { Locale } from '../../kit/words/words.ts'
import { type Params, storedInWords } from '../languages/languages.ts'

const { properties } = shown(
  Type.Object({
    id: ref(),
    event: line(60, 'addon-request.sales-forward'),
    // The title has no maximum length, because it contains names of records.
    title: anyText('新的報價'),
    body: anyText(),
    read_at: nullable(moment()),
    created_at: moment(),
  }),
)
const Subject = Type.Object({ type: line(60, 'addon_request'), id: ref() })
const Notification = Type.Object({
  ...properties,
  subject: Type.Object({ type: Type.String({ examples: ['addon_request'] }), id: ref() }),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    notifications: {
      id: Generated<number>
      user_id: number
      event: string
      sentence: string | null
      params: ColumnType<Params | null, string | null | undefined, null>
      subject_type: string
      subject_id: number
      read_at: ColumnType<string | null, undefined, unknown>
      created_at: Generated<string>
    }
  }
}

export function selectNotifications(db: Db) {
  return db
    .selectFrom('notifications as n')
    .select(['n.id', 'n.event', 'n.sentence', 'n.params'])
    .select(sql`json_build_object('type', n.subject_type, 'id', n.subject_id)`.as('subject'))
    .select(['n.read_at', 'n.created_at'])
}

const notificationList = list({
  of: 'n',
  sort: { created_at: moment() },
  order: '-id',
  since: 'created_at',
  filters: { unread: whether(sql<boolean>`n.read_at is null`), event: is('n.event', line(60)) },
})

const rowsOfPage = notificationList.over((db, { me }: { me: number }) =>
  selectNotifications(db).where('n.user_id', '=', me),
)

/** A page of notifications in the language of the reader. */
const notificationPage = async (db: Db, locale: Locale, me: number, query: object) => {
  const page = await rowsOfPage(db, { me }, query)
  const rows: Stored[] = JSON.parse(page.json)
  return { ...page, json: JSON.stringify(rows.map((row) => worded(row, locale))) }
}

const oneNotification = async (db: Db, locale: Locale, id: number) => ({
  json: wordedJson((await row(db, { id })).json, locale),
})

const row = jsonRow((db, { id }: { id: number }) => selectNotifications(db).where('n.id', '=', id))

/** A notification as the API shows it, with its sentence in the language of the reader. */
export function wordedJson(json: string, locale: Locale) {
  return JSON.stringify(worded(JSON.parse(json), locale))
}

type Stored = { id: number; event: string; sentence: string | null; params: Params | null }
const worded = ({ id, event, sentence, params, ...row }: Stored, locale: Locale) => ({
  id,
  event,
  ...storedInWords({ sentence, params }, locale),
  ...row,
})

const unread = oneRow((db, { me }: { me: number }) =>
  db
    .selectFrom('notifications')
    .select(sql<number>`count(*)`.as('unread'))
    .where('user_id', '=', me)
    .where('read_at', 'is', null),
)
const unreadCount = async (db: Db, me: number) => (await unread(db, { me }))?.unread ?? 0

const markRead = async (tx: Tx, me: number, id: number) => {
  found(
    await tx
      .updateTable('notifications')
      .set({ read_at: sql`coalesce(read_at, now())` })
      .where('id', '=', id)
      .where('user_id', '=', me)
      .returning('id')
      .executeTakeFirst(),
  )
}

const markAllRead = async (tx: Tx, me: number) => marked(await unreadOf(tx, me).executeTakeFirst())

/** Who reads a record has read what was told of it. */
const markReadAbout = async (tx: Tx, me: number, { type, id }: Static<typeof Subject>) =>
  marked(await unreadOf(tx, me).where('subject_type', '=', type).where('subject_id', '=', id).executeTakeFirst())

const unreadOf = (tx: Tx, me: number) =>
  tx.updateTable('notifications').set({ read_at: sql`now()` }).where('user_id', '=', me).where('read_at', 'is', null)
const marked = ({ numUpdatedRows }: UpdateResult) => ({ marked: Number(numUpdatedRows) })

export function notificationRoutes(on: On) {
  on.get(
    '',
    {
      access: 'signed-in',
      summary: 'Own notifications, newest first',
      ...notificationList.of(Notification),
      etag: 'none',
    },
    ({ db, actor, query, locale }) => notificationPage(db, locale, actor.id, query),
  )

  on.get(
    '/unread-count',
    {
      name: 'countUnreadNotifications',
      access: 'signed-in',
      summary: 'The number of unread notifications',
      returns: Type.Object({ unread: labelled(Type.Integer(), ['未讀', 'Unread']) }),
      etag: 'none',
    },
    async ({ db, actor }) => ({ unread: await unreadCount(db, actor.id) }),
  )

  on.patch(
    '/:id/read',
    {
      name: 'markNotificationRead',
      access: 'signed-in',
      summary: 'Mark a notification as read',
      returns: Notification,
    },
    async ({ tx, actor, params, locale }) => {
      await markRead(tx, actor.id, params.id)
      return oneNotification(tx, locale, params.id)
    },
  )

  on.post(
    '/read-all',
    {
      name: 'markAllNotificationsRead',
      access: 'signed-in',
      summary: 'Mark all notifications as read',
      returns: Type.Object({ marked: Type.Integer() }),
    },
    ({ tx, actor }) => markAllRead(tx, actor.id),
  )

  on.post(
    '/read-about',
    {
      name: 'markNotificationsAboutRead',
      access: 'signed-in',
      summary: 'Mark the notifications about a record as read, because its page was read',
      body: Subject,
      returns: Type.Object({ marked: Type.Integer() }),
    },
    ({ tx, actor, body }) => markReadAbout(tx, actor.id, body),
  )
}
