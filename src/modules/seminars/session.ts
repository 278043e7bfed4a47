import { type Generated, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import { jsonRecord } from '../../kit/db/json.ts'
import { theRow } from '../../kit/db/statement.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import {
  defaulted,
  labelled,
  line,
  moment,
  nullable,
  oneOf,
  orNull,
  ref,
  shown,
  text,
  timezone,
  url,
  whole,
  without,
} from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { type Filter, from, is, openOrDone, reached, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { nameColumns, shownNames } from '../../kit/resource/names.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { staff } from '../roles.ts'
import { leaderIn, OfLeader } from '../shown-names.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { attendanceStatuses, sessionFlow, statuses } from './flow.ts'
import { kinds, knownSeminar, Seminar } from './seminar.ts'
import { isSeminarSeen } from './visible.ts'

/** The statuses in answers: an open session without free seats is `full`. */
const shownStatuses = ['draft', 'open', 'full', 'done', 'cancelled'] as const

export const Session = Type.Object({
  seminar_id: labelled(ref(), ['說明會', 'Seminar']),
  starts_at: moment(),
  ends_at: moment(),
  timezone: timezone(),
  venue: nullable(line(200, '公司三樓會議室')),
  address: nullable(line(300, '台北市中山區松江路 1 號')),
  online_url: nullable(url()),
  capacity: nullable(whole(1, 100_000)),
  status: defaulted(oneOf(statuses)),
  notes: nullable(text(2000)),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    /** `planned_trip_id`: the trip from whose briefing times the session was created. */
    seminar_sessions: Table<typeof Session> & { planned_trip_id: Generated<number | null> }
  }
}

constraint('seminar_sessions_span', 'ends_at', ['必須晚於開始時間。', 'Must be after the start.'])

const { title, title_en, kind } = shown(Seminar).properties
export function localTime() {
  return Type.String({ examples: ['2027-01-28T19:30'] })
}
const count = () => Type.Integer({ minimum: 0, examples: [12] })

const Seats = Type.Object({
  taken: count(),
  remaining: orNull(Type.Integer({ examples: [8] })),
})
const counts = Object.fromEntries(attendanceStatuses.map((status) => [status, count()]))

/** The organizer of the seminar of a session. */
const namedInSessions = { host_user: 'users' }
export const ShownSession = RecordOf(Type.Object({ ...Session.properties, status: oneOf(shownStatuses) }), {
  starts_local: localTime(),
  ends_local: localTime(),
  seats: Seats,
  attendances: Type.Object(counts),
  seminar: Type.Object({ id: ref(), title, title_en, kind }),
  ...shownNames(namedInSessions),
  briefing_leader: orNull(OfLeader),
})

const isFull = sql<boolean>`coalesce(capacity <= counted.taken, false)`
const shownStatus = sql<string>`case when seminar_sessions.status = 'open' and ${isFull} then 'full' else seminar_sessions.status end`

const byStatus: Filter = {
  schema: oneOf(shownStatuses),
  where: (status) => sql<SqlBool>`(seminar_sessions.status = case ${status} when 'full' then 'open' else ${status} end
    and (seminar_sessions.status <> 'open' or ${isFull} = (${status} = 'full')))`,
  whereAny: (
    statuses,
  ) => sql<SqlBool>`(seminar_sessions.status = any (array_replace(${statuses}::text[], 'full', 'open'))
    and ${shownStatus} = any (${statuses}::text[]))`,
}
const ofSeminar = (by: string | Filter) => reached('seminar_sessions.seminar_id', 'seminars', 'id', by)

const sessionList = list({
  of: 'seminar_sessions',
  sort: { starts_at: moment() },
  order: 'starts_at',
  columns: [
    'starts_at',
    'ends_at',
    'timezone',
    'seminar.title',
    'seminar.kind',
    'venue',
    'status',
    'attendances.attended',
    'attendances.registered',
  ],
  search: ['venue'],
  filters: {
    status: byStatus,
    group: openOrDone('seminar_sessions.status', sessionFlow.statuses, sessionFlow.ends),
    from: from('seminar_sessions.starts_at', moment()),
    to: until('seminar_sessions.starts_at', moment()),
    seminar_id: is('seminar_sessions.seminar_id', ref()),
    kind: ofSeminar(is('seminars.kind', oneOf(kinds))),
    area_id: ofSeminar('seminars.area_id'),
    host_user_id: ofSeminar('seminars.host_user_id'),
    briefing_leader_id: ofSeminar('seminars.briefing_leader_id'),
    planned_trip_id: reached('seminar_sessions.seminar_id', 'seminar_trips', 'seminar_id', 'planned_trip_id'),
  },
})

const localTimeOf = (column: 'starts_at' | 'ends_at') =>
  sql<string>`to_char(${sql.ref(column)} at time zone timezone, 'YYYY-MM-DD"T"HH24:MI')`
const countOfEach = sql.join(
  attendanceStatuses.map(
    (status) => sql`${sql.lit(status)}, coalesce(sum(people) filter (where status = ${sql.lit(status)}), 0)`,
  ),
)

/** Sessions with the number of taken seats; registered and attended people take a seat. */
export function countedSessions(db: Db) {
  return db
    .selectFrom('seminar_sessions')
    .innerJoin('seminars', 'seminars.id', 'seminar_sessions.seminar_id')
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('session_attendances as a')
          .select([
            sql<number>`coalesce(sum(people) filter (where status in ('registered', 'attended')), 0)`.as('taken'),
            sql`json_build_object(${countOfEach})`.as('attendances'),
          ])
          .whereRef('a.session_id', '=', 'seminar_sessions.id')
          .as('counted'),
      (join) => join.onTrue(),
    )
    .select([
      localTimeOf('starts_at').as('starts_local'),
      localTimeOf('ends_at').as('ends_local'),
      shownStatus.as('status'),
    ])
}

const sessions = (db: Db, reader: Reader & { seminar?: number }) =>
  countedSessions(db)
    .select(columnsOf('seminar_sessions', without(Session, ['status'])))
    .select([
      'counted.attendances',
      sql`json_build_object('taken', taken, 'remaining', greatest(capacity - taken, 0))`.as('seats'),
      sql`json_build_object('id', seminars.id, 'title', title, 'title_en', title_en, 'kind', kind)`.as('seminar'),
      leaderIn('seminars.briefing_leader_id').as('briefing_leader'),
      ...nameColumns('seminars', namedInSessions),
    ])
    .where(isSeminarSeen(reader))
    .$if(reader.seminar !== undefined, (rows) =>
      rows.where(sql<SqlBool>`seminar_sessions.seminar_id = ${reader.seminar}`),
    )

/** Refuses as not found if the reader may not see the session. */
export const seenSession = theRow((db, { id, ...reader }: Reader & { id: number }) =>
  db
    .selectFrom('seminar_sessions')
    .innerJoin('seminars', 'seminars.id', 'seminar_sessions.seminar_id')
    .select('seminar_sessions.id')
    .where('seminar_sessions.id', '=', id)
    .where(isSeminarSeen(reader)),
)

const sessionPage = sessionList.over(sessions)
export const oneSession = jsonRecord((db, { id, ...reader }: Reader & { id: number }) =>
  sessions(db, reader).where('seminar_sessions.id', '=', id),
)

/** A session, locked until the transaction ends, so that its last seat is given once. */
export async function lockedSession(tx: Tx, id: number) {
  return found(
    await tx.selectFrom('seminar_sessions').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
  )
}
export type LockedSession = Awaited<ReturnType<typeof lockedSession>>

export async function seatsTaken(tx: Tx, session_id: number) {
  const { taken } = await tx
    .selectFrom('session_attendances')
    .select(sql<number>`coalesce(sum(people), 0)::integer`.as('taken'))
    .where('session_id', '=', session_id)
    .where('status', 'in', ['registered', 'attended'])
    .executeTakeFirstOrThrow()
  return taken
}

const read = [...staff, 'leader'] as const

const listed = {
  access: read,
  ...sessionList.of(ShownSession),
  etag: 'content',
} as const

/** `/api/seminars/{id}/sessions`. */
export function sessionsOfSeminarRoute(on: On) {
  on.get('/:id/sessions', { ...listed, summary: 'The sessions of a seminar' }, async ({ db, actor, params, query }) => {
    const reader = readerOf(actor)
    const [page] = await Promise.all([
      sessionPage(db, { ...reader, seminar: params.id }, query),
      knownSeminar(db, { ...reader, ...params }),
    ])
    return page
  })
}

/** `/api/sessions`. */
export function sessionReads(on: On) {
  on.get('', { ...listed, summary: 'All sessions the caller may see, by time' }, ({ db, actor, query }) =>
    sessionPage(db, readerOf(actor), query),
  )

  on.get(
    '/:id',
    { access: read, summary: 'One session', returns: ShownSession, etag: 'content' },
    ({ db, actor, params }) => oneSession(db, { ...readerOf(actor), ...params }),
  )
}
