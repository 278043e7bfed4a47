import type { FastifyInstance } from 'fastify'
import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { jsonRecord } from '../../kit/db/json.ts'
import { remove } from '../../kit/db/rows.ts'
import { theRow } from '../../kit/db/statement.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { defaulted, flag, labelled, line, nullable, oneOf, orNull, ref, refs, text } from '../../kit/fields.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { is, openOrDone, reached } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { linkColumns, writeLinks } from '../../kit/resource/links.ts'
import { nameColumns, shownNames } from '../../kit/resource/names.ts'
import { Option, OptionMeta, optionQuery, optionsOver } from '../../kit/resource/option-list.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { isBlocking, refuseNeedless } from '../leader-calendar/block.ts'
import { staff } from '../roles.ts'
import { leaderIn, OfLeader } from '../shown-names.ts'
import { refuseDailyWork } from '../users/has-role.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { blockLeader, override } from './calendar.ts'
import { editors, planners, sessionFlow, statuses } from './flow.ts'
import { isSeminarSeen } from './visible.ts'

export const kinds = ['pre_departure', 'product_talk', 'leader_training'] as const

export const Seminar = Type.Object({
  kind: oneOf(kinds),
  title: line(200, '東京五日行前說明會'),
  title_en: nullable(line(200, 'Briefing for Tokyo')),
  area_id: nullable(ref()),
  host_user_id: labelled(nullable(ref()), ['承辦同仁', 'Organizer']),
  briefing_leader_id: nullable(ref()),
  is_public: defaulted(flag()),
  status: defaulted(oneOf(statuses)),
  notes: nullable(text(2000)),
})

/** The statuses that a new seminar and a new session may have. */
export const firstStatus = { status: defaulted(oneOf(['draft', 'open'])) }

const seminar = { ...Seminar.properties, planned_trip_ids: labelled(defaulted(refs()), ['團', 'Trips']) }
const NewSeminar = Type.Object({ ...seminar, ...firstStatus })
type NewSeminar = Static<typeof NewSeminar>
const SeminarChange = Type.Partial(Type.Object({ ...seminar, ...override }))
type SeminarChange = Static<typeof SeminarChange>

const namedInSeminars = { area: 'geographical_areas', host_user: 'users' }
const links = { planned_trip_ids: Type.Array(ref()) }
const ShownSeminar = RecordOf(Seminar, links)
const ListedSeminar = RecordOf(Seminar, {
  ...links,
  ...shownNames(namedInSeminars),
  briefing_leader: orNull(OfLeader),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    seminars: Table<typeof Seminar>
    seminar_trips: { seminar_id: number; planned_trip_id: number }
  }
}
declare module '../../kit/events.ts' {
  interface Events {
    'seminar.leader-named': { seminar_id: number; tour_leader_id: number; actor_id: number }
  }
}

const { title, kind, status, area_id, host_user_id, briefing_leader_id, is_public } = Seminar.properties

const trips = { planned_trip_ids: { table: 'seminar_trips', from: 'seminar_id', to: 'planned_trip_id' } }
const ofTrip = reached('seminars.id', 'seminar_trips', 'seminar_id', 'planned_trip_id')

const seminarList = list({
  of: 'seminars',
  sort: { title },
  order: '-created_at',
  columns: ['title', 'kind', 'area.name', 'host_user.name', 'briefing_leader.name', 'status'],
  search: ['title', 'title_en'],
  filters: {
    kind: is('seminars.kind', kind),
    status: is('seminars.status', status),
    group: openOrDone('seminars.status', sessionFlow.statuses, sessionFlow.ends),
    area_id: is('seminars.area_id', area_id),
    host_user_id: is('seminars.host_user_id', host_user_id),
    briefing_leader_id: is('seminars.briefing_leader_id', briefing_leader_id),
    is_public: is('seminars.is_public', is_public),
    planned_trip_id: ofTrip,
  },
})

const seminarsSeenBy = (db: Db, reader: Reader) => db.selectFrom('seminars').where(isSeminarSeen(reader))
const seminars = (db: Db, reader: Reader) =>
  seminarsSeenBy(db, reader).selectAll().select(linkColumns('seminars', trips))

const seminarPage = seminarList.over((db, reader: Reader) =>
  seminars(db, reader)
    .select(nameColumns('seminars', namedInSeminars))
    .select(leaderIn('seminars.briefing_leader_id').as('briefing_leader')),
)
const oneSeminar = jsonRecord((db, { id, ...reader }: Reader & { id: number }) =>
  seminars(db, reader).where('seminars.id', '=', id),
)

const optionFilters = { kind: is('seminars.kind', kind), planned_trip_id: ofTrip }
const seminarOptionQuery = optionQuery(optionFilters)
const seminarOptions = optionsOver(seminarsSeenBy, {
  of: 'seminars',
  labels: ['seminars.title', 'seminars.title_en'],
  more: ['kind'],
  search: ['seminars.title', 'seminars.title_en'],
  filters: optionFilters,
  active: sql<SqlBool>`seminars.status in ('draft', 'open')`,
  order: ['seminars.title', 'seminars.id'],
})

export const knownSeminar = theRow((db, { id, ...reader }: Reader & { id: number }) =>
  seminarsSeenBy(db, reader).select('id').where('id', '=', id),
)

export async function addSeminar(tx: Tx, actor: Actor, body: NewSeminar) {
  const { planned_trip_ids, ...own } = body
  const { id } = await tx.insertInto('seminars').values(own).returning('id').executeTakeFirstOrThrow()
  await writeLinks(tx, id, trips, { planned_trip_ids })
  await notifyLeader(tx, actor, id, own.briefing_leader_id)
  return id
}

export async function changeSeminar(
  tx: Tx,
  actor: Actor,
  id: number,
  body: SeminarChange,
  { expected, zone }: { expected: Expected; zone: string },
) {
  refuseDailyWork(actor.roles, body)
  const { planned_trip_ids, override, reason, ...own } = body
  const was = await lockedSeminar(tx, id)
  guardVersion(was, expected)
  const { status = was.status, briefing_leader_id: leader = was.briefing_leader_id } = own
  if (status !== was.status) mayTake(sessionFlow, status, was, actor.roles)
  await writeLinks(tx, id, trips, { planned_trip_ids })
  await tx
    .updateTable('seminars')
    .set({ ...own, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

  if (status !== was.status && status === 'cancelled') await cancelSessions(tx, actor, id, zone)
  if (leader === was.briefing_leader_id) return refuseNeedless({ override }, false)
  const clashes = []
  for (const session of await sessionsToCome(tx, id))
    clashes.push(...(await blockLeader(tx, leader, session, { override, reason, zone })))
  refuseNeedless({ override }, isBlocking(clashes))
  await notifyLeader(tx, actor, id, leader)
}

const removeSeminar = async (tx: Tx, id: number, expected: Expected) => {
  guardVersion(await lockedSeminar(tx, id), expected)
  await remove(tx, 'seminars', id)
}

/** The row, locked until the transaction ends; its sessions are changed under this lock. */
export async function lockedSeminar(tx: Tx, id: number) {
  return found(await tx.selectFrom('seminars').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst())
}

const cancelSessions = async (tx: Tx, actor: Actor, seminar_id: number, zone: string) => {
  const sessions = await sessionsToCome(tx, seminar_id)
  for (const { id, ...session } of sessions) {
    await tx.updateTable('seminar_sessions').set({ status: 'cancelled' }).where('id', '=', id).execute()
    await blockLeader(tx, null, { id, ...session }, { zone })
    await emit(tx, 'seminar-session.changed', { session_id: id, actor_id: actor.id, what: 'cancelled' })
  }
}

/** The sessions of a seminar that are neither over nor cancelled. */
export function sessionsToCome(tx: Tx, seminar_id: number) {
  return tx
    .selectFrom('seminar_sessions')
    .select(['id', 'starts_at', 'ends_at', 'status'])
    .where('seminar_id', '=', seminar_id)
    .where('status', 'in', ['draft', 'open'])
    .where('ends_at', '>', sql<string>`now()`)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
}

const notifyLeader = async (tx: Tx, { id: actor_id }: Actor, seminar_id: number, leader: number | null | undefined) => {
  if (leader) await emit(tx, 'seminar.leader-named', { seminar_id, tour_leader_id: leader, actor_id })
}

const read = [...staff, 'leader'] as const

export function seminarRoutes(on: On, { zone }: FastifyInstance) {
  on.get(
    '/list/options',
    {
      access: staff,
      summary: 'Option list: seminars that are not over',
      query: seminarOptionQuery,
      returns: Type.Array(Option({ kind: Seminar.properties.kind })),
      meta: OptionMeta,
      etag: 'content',
    },
    ({ db, actor, query }) => seminarOptions(db, readerOf(actor), query),
  )

  on.get(
    '',
    {
      access: read,
      summary: 'Seminars the caller may see, newest first',
      ...seminarList.of(ListedSeminar),
      etag: 'content',
    },
    ({ db, actor, query }) => seminarPage(db, readerOf(actor), query),
  )

  on.get('/:id', { access: read, summary: 'One seminar', returns: ShownSeminar }, ({ db, actor, params }) =>
    oneSeminar(db, { ...readerOf(actor), ...params }),
  )

  on.create(
    '',
    { access: editors, summary: 'Create a seminar', body: NewSeminar, returns: ShownSeminar },
    async ({ tx, actor, body }) => {
      const id = await addSeminar(tx, actor, body)
      return { id, ...(await oneSeminar(tx, { ...readerOf(actor), id })) }
    },
  )

  on.put(
    '/:id',
    {
      access: planners,
      summary: 'Change a seminar; its sessions follow the briefing leader',
      body: SeminarChange,
      returns: ShownSeminar,
      refuses: ['leader_conflict', 'stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeSeminar(tx, actor, params.id, body, { expected, zone })
      return oneSeminar(tx, { ...readerOf(actor), ...params })
    },
  )

  on.delete(
    '/:id',
    {
      access: editors,
      summary: 'Remove a seminar without sessions',
      returns: Type.Null(),
      refuses: ['in_use', 'stale'],
    },
    async ({ tx, params, expected }) => {
      await removeSeminar(tx, params.id, expected)
      return null
    },
  )
}
