import { type SqlBool, sql } from 'kysely'
import { jsonRow } from '../../../kit/db/json.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { moment, oneOf } from '../../../kit/fields.ts'
import { from, is, reached, until } from '../../../kit/list/filters.ts'
import { list } from '../../../kit/list/list.ts'
import { kinds } from '../schema.ts'
import { countedSessions } from './queries.ts'

/** Whether a session is public: session and seminar are open, the seminar is public, and the session has not begun. */
const isOpenToAll = sql<SqlBool>`(seminars.is_public and seminars.status = 'open'
  and seminar_sessions.status = 'open' and seminar_sessions.starts_at > now())`

export const openSessionList = list({
  of: 'seminar_sessions',
  sort: { starts_at: moment() },
  order: 'starts_at',
  hidesStamps: true,
  filters: {
    from: from('seminar_sessions.starts_at', moment()),
    to: until('seminar_sessions.starts_at', moment()),
    kind: reached('seminar_sessions.seminar_id', 'seminars', 'id', is('seminars.kind', oneOf(kinds))),
  },
})

/** The sessions that are public. */
export function openSessions(db: Db) {
  return countedSessions(db)
    .select(['seminar_sessions.id', 'seminars.kind', 'seminars.title', 'seminars.title_en'])
    .select(['seminar_sessions.starts_at', 'seminar_sessions.ends_at', 'seminar_sessions.timezone'])
    .select(['seminar_sessions.venue', 'seminar_sessions.address'])
    .select(sql<boolean>`online_url is not null`.as('is_online'))
    .where(isOpenToAll)
}

export const openSessionPage = openSessionList.over(openSessions)
export const openSession = jsonRow((db, { id }: { id: number }) =>
  openSessions(db).where('seminar_sessions.id', '=', id),
)

/** With the fields that only registered guests see. */
export const joinedSession = jsonRow((db, { id }: { id: number }) =>
  openSessions(db).select('seminar_sessions.online_url').where('seminar_sessions.id', '=', id),
)
