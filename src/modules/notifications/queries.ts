import { sql } from 'kysely'
import { jsonRow } from '../../kit/db/json.ts'
import { oneRow, statement } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { line, moment } from '../../kit/fields.ts'
import { is, whether } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import type { Locale } from '../../kit/words/words.ts'
import { type Params, storedInWords } from '../languages/languages.ts'

const notifications = (db: Db) =>
  db
    .selectFrom('notifications as n')
    .select(['n.id', 'n.event', 'n.sentence', 'n.params'])
    .select(sql`json_build_object('type', n.subject_type, 'id', n.subject_id)`.as('subject'))
    .select(['n.read_at', 'n.created_at'])

export const notificationList = list({
  of: 'n',
  sort: { created_at: moment() },
  order: '-id',
  since: 'created_at',
  filters: { unread: whether(sql<boolean>`n.read_at is null`), event: is('n.event', line(60)) },
})

const rowsOfPage = notificationList.over((db, { me }: { me: number }) => notifications(db).where('n.user_id', '=', me))

/** A page of notifications in the words of the reader. */
export const notificationPage = async (db: Db, locale: Locale, me: number, query: object) => {
  const page = await rowsOfPage(db, { me }, query)
  const rows: Stored[] = JSON.parse(page.json)
  return { ...page, json: JSON.stringify(rows.map((row) => worded(row, locale))) }
}

export const oneNotification = async (db: Db, locale: Locale, id: number) => ({
  json: wordedJson((await row(db, { id })).json, locale),
})

const row = jsonRow((db, { id }: { id: number }) => notifications(db).where('n.id', '=', id))

/** A row of a notification in words, as the API shows it. */
export const wordedJson = (json: string, locale: Locale) => JSON.stringify(worded(JSON.parse(json), locale))

type Stored = { id: number; event: string; sentence: string | null; params: Params | null }
const worded = ({ id, event, sentence, params, ...row }: Stored, locale: Locale) => ({
  id,
  event,
  ...storedInWords({ sentence, params }, locale),
  ...row,
})

/** The notifications a stream has not sent yet, oldest first. */
export const untoldNotifications = statement((db, { me, settled, told }: Untold) =>
  db
    .selectFrom(
      notifications(db)
        .where('n.user_id', '=', me)
        .where('n.id', '>', settled)
        .where(sql<boolean>`n.id <> all (${told}::integer[])`)
        .orderBy('n.id')
        .limit(UNTOLD_AT_ONCE)
        .as('row'),
    )
    .select(['row.id', sql<string>`to_json("row")::text`.as('json')])
    .orderBy('row.id'),
)
export const UNTOLD_AT_ONCE = 1_000
type Untold = { me: number; settled: number; told: number[] }

export const writtenAt = oneRow((db, { me, id }: { me: number; id: number }) =>
  db.selectFrom('notifications').select('created_at').where('user_id', '=', me).where('id', '=', id),
)

// A transaction lasts at most a minute. So a notification written two minutes before `at` was committed at least a minute before
// it, and all transactions that were still open at that time have higher ids.
const isSettled = (at: string | null) => sql<boolean>`created_at < coalesce(${at}, now()) - interval '2 minutes'`

/** The latest notification for which all lower ids were already committed at `at`, by default now. */
export const earlierNotification = oneRow((db, { me, at }: { me: number; at: string | null }) =>
  db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', me)
    .where(isSettled(at))
    .orderBy('id', 'desc')
    .limit(1),
)

export const laterNotifications = statement((db, { me, settled }: Omit<Untold, 'told'>) =>
  db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', me)
    .where('id', '>', settled)
    .orderBy('id', 'desc')
    .limit(UNTOLD_AT_ONCE),
)

const unread = oneRow((db, { me }: { me: number }) =>
  db
    .selectFrom('notifications')
    .select(sql<number>`count(*)`.as('unread'))
    .where('user_id', '=', me)
    .where('read_at', 'is', null),
)
export const unreadCount = async (db: Db, me: number) => (await unread(db, { me }))?.unread ?? 0
