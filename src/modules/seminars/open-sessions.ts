import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { jsonRow } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { flag, line, moment, nullable, oneOf, ref, shownFields, timezone } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { from, is, reached, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { kinds } from './seminar.ts'
import { countedSessions, localTime } from './session.ts'

const open = shownFields({
  id: ref(),
  kind: oneOf(kinds),
  title: line(200),
  title_en: nullable(line(200)),
  starts_at: moment(),
  ends_at: moment(),
  timezone: timezone(),
  venue: nullable(line(200)),
  address: nullable(line(300)),
  is_online: flag(),
  status: oneOf(['open', 'full']),
})
/** A session with its public fields. */
export const PublicSession = Type.Object({ ...open, starts_local: localTime(), ends_local: localTime() })
/** Whether a session is public: session and seminar are open, the seminar is public, and the session has not begun. */
const isOpenToAll = sql<SqlBool>`(seminars.is_public and seminars.status = 'open'
  and seminar_sessions.status = 'open' and seminar_sessions.starts_at > now())`

const openSessionList = list({
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

const openSessionPage = openSessionList.over(openSessions)
const openSession = jsonRow((db, { id }: { id: number }) => openSessions(db).where('seminar_sessions.id', '=', id))

/** With the fields that only registered guests see. */
export const joinedSession = jsonRow((db, { id }: { id: number }) =>
  openSessions(db).select('seminar_sessions.online_url').where('seminar_sessions.id', '=', id),
)

/** `/api/public/sessions`. */
export function openSessionRoutes(on: On) {
  on.get(
    '',
    {
      access: 'public',
      summary: 'Sessions open to the public',
      ...openSessionList.of(PublicSession),
      etag: 'content',
    },
    ({ db, query }) => openSessionPage(db, {}, query),
  )

  on.get(
    '/:id',
    { access: 'public', summary: 'One public session', returns: PublicSession, etag: 'content' },
    ({ db, params }) => openSession(db, params),
  )
}
