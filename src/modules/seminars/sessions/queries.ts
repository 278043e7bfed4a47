import { type SqlBool, sql } from 'kysely'
import { jsonRecord } from '../../../kit/db/json.ts'
import { theRow } from '../../../kit/db/statement.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { moment, oneOf, ref, without } from '../../../kit/fields.ts'
import { type Filter, from, is, openOrDone, reached, until } from '../../../kit/list/filters.ts'
import { list } from '../../../kit/list/list.ts'
import { nameColumns } from '../../../kit/resource/names.ts'
import { columnsOf } from '../../../kit/resource/record.ts'
import { leaderIn } from '../../shown-names.ts'
import type { Reader } from '../../users/reader.ts'
import { sessionFlow } from '../flow.ts'
import { attendanceStatuses, kinds, Session, shownStatuses } from '../schema.ts'
import { namedInSessions } from '../shapes.ts'
import { isSeminarSeen } from '../visible.ts'

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

export const sessionList = list({
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

const onTheSpot = (column: 'starts_at' | 'ends_at') =>
  sql<string>`to_char(${sql.ref(column)} at time zone timezone, 'YYYY-MM-DD"T"HH24:MI')`
const counts = sql.join(
  attendanceStatuses.map((status) => sql`${sql.lit(status)}, count(*) filter (where status = ${sql.lit(status)})`),
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
            sql<number>`count(*) filter (where status in ('registered', 'attended'))`.as('taken'),
            sql`json_build_object(${counts})`.as('attendances'),
          ])
          .whereRef('a.session_id', '=', 'seminar_sessions.id')
          .as('counted'),
      (join) => join.onTrue(),
    )
    .select([
      onTheSpot('starts_at').as('starts_local'),
      onTheSpot('ends_at').as('ends_local'),
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

export const sessionPage = sessionList.over(sessions)
export const oneSession = jsonRecord((db, { id, ...reader }: Reader & { id: number }) =>
  sessions(db, reader).where('seminar_sessions.id', '=', id),
)
