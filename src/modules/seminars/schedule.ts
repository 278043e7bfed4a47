import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { type Static, Type } from 'typebox'
import { constraintRefusal } from '../../kit/db/faults.ts'
import { remove } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { type FieldFaults, found, Refusal, refuse, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { defaulted, scheduled } from '../../kit/fields.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { isSkipped, momentOf, skippedTime } from '../../kit/http/routes/formats.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { isBlocking, refuseNeedless, type Will } from '../leader-calendar/block.ts'
import { refuseDailyWork } from '../users/has-role.ts'
import { readerOf } from '../users/reader.ts'
import { blockLeader, type Hours, override, releaseLeader } from './calendar.ts'
import { editors, planners, type Status, sessionFlow } from './flow.ts'
import { firstStatus, lockedSeminar } from './seminar.ts'
import { type LockedSession, lockedSession, oneSession, Session, ShownSession, seatsTaken } from './session.ts'

const { seminar_id, starts_at, ends_at, timezone: zone, status, ...fields } = Session.properties
export const times = { starts_at: scheduled(), ends_at: scheduled(), timezone: defaulted(zone) }
/** What a session says beside its times and its status. */
export const details = fields
const NewSession = Type.Object({ ...times, ...details, ...firstStatus, ...override })
type NewSession = Static<typeof NewSession>
const SessionChange = Type.Partial(Type.Object({ ...times, ...details, status, ...override }))
type SessionChange = Static<typeof SessionChange>

export const alreadyThere = [
  '同一時間與地點已有這個說明會的場次。',
  'A session of this seminar begins there at that time already.',
] as const
constraintRefusal('seminar_sessions_place', () => new Refusal('duplicate', { errors: { starts_at: [alreadyThere] } }))

declare module '../../kit/events.ts' {
  interface Events {
    'seminar-session.changed': { session_id: number; actor_id: number; what: 'moved' | 'cancelled' }
  }
}

/** Adds a future session. `addSession` alone also adds past ones, which the demo needs. */
const planSession = async (tx: Tx, actor: Actor, seminar_id: number, body: NewSession, zone: string) => {
  await refusePast(tx, timesOf(body, { timezone: zone }))
  return addSession(tx, actor, seminar_id, body, zone)
}

export async function addSession(tx: Tx, actor: Actor, seminar_id: number, body: NewSession, zone: string) {
  refuseDailyWork(actor.roles, body)
  const seminar = await lockedSeminarToCome(tx, actor, seminar_id)
  const { override, reason, ...own } = body
  refuseSkipped(own, { timezone: zone })
  const session = { ...own, ...timesOf(own, { timezone: zone }), seminar_id }
  const { id, status } = await tx
    .insertInto('seminar_sessions')
    .values(session)
    .returning(['id', 'status'])
    .executeTakeFirstOrThrow()
  const clashes = await blockLeader(
    tx,
    seminar.briefing_leader_id,
    { ...session, id, status },
    { override, reason, zone },
  )
  refuseNeedless({ override }, isBlocking(clashes))
  return id
}

const changeSession = async (
  tx: Tx,
  actor: Actor,
  id: number,
  body: SessionChange,
  { expected, zone }: { expected: Expected; zone: string },
) => {
  refuseDailyWork(actor.roles, body)
  const { briefing_leader_id } = await lockSeminarOf(tx, id)
  const was = await lockedSession(tx, id)
  guardVersion(was, expected)
  const { override, reason, ...own } = body
  const { status = was.status, capacity = was.capacity } = own
  if (status !== was.status) mayTake(sessionFlow, status, was, actor.roles)
  if (capacity !== null && capacity < (await seatsTaken(tx, id))) refuseField('capacity', tooFew)

  refuseSkipped(own, was)
  const times = timesOf(own, was)
  if (!Temporal.Instant.from(was.starts_at).equals(times.starts_at)) await refusePast(tx, times)
  await tx
    .updateTable('seminar_sessions')
    .set({ ...own, ...times })
    .where('id', '=', id)
    .execute()
  const clashes = await rearrange(tx, briefing_leader_id, was, { id, status, ...times }, { override, reason, zone })
  refuseNeedless({ override }, isBlocking(clashes))
  const what = changeOf(was, { ...was, ...own, ...times })
  if (what) await emit(tx, 'seminar-session.changed', { session_id: id, actor_id: actor.id, what })
}

const removeSession = async (tx: Tx, id: number, expected: Expected) => {
  await lockSeminarOf(tx, id)
  guardVersion(await lockedSession(tx, id), expected)
  await releaseLeader(tx, id)
  await remove(tx, 'seminar_sessions', id)
}

// The lock prevents that a session is removed while a new briefing leader gets calendar blocks for the existing sessions.
const lockSeminarOf = async (tx: Tx, id: number) => {
  const sessions = tx.selectFrom('seminar_sessions').select('seminar_id').where('id', '=', id)
  return lockedSeminar(tx, found(await sessions.executeTakeFirst()).seminar_id)
}

/** Locks a seminar that can still get sessions. */
export async function lockedSeminarToCome(tx: Tx, { roles }: Actor, id: number) {
  const seminar = await lockedSeminar(tx, id)
  mayTake(sessionFlow, 'sessions', seminar, roles)
  return seminar
}

// An override stays valid until the session moves or is reopened.
const rearrange = async (
  tx: Tx,
  leader: number | null,
  was: LockedSession,
  is: Hours & { id: number; status: Status },
  will: Will & { zone: string },
) => {
  const isBlockedAgain = isMoved(was, is) || (was.status === 'cancelled') !== (is.status === 'cancelled')
  return isBlockedAgain ? blockLeader(tx, leader, is, will) : []
}

const changeOf = (was: LockedSession, is: LockedSession) => {
  if (is.status === 'cancelled') return was.status === 'cancelled' ? undefined : 'cancelled'
  return isMoved(was, is) || whereabouts.some((field) => is[field] !== was[field]) ? 'moved' : undefined
}

const whereabouts = ['venue', 'address', 'online_url'] as const
const tooFew = ['已有更多人登記。', 'More people than that have registered.'] as const

type Times = Hours & { timezone: string }

/** The times of a session. Times in the body are local times of its zone; missing ones stay. */
export function timesOf<Sent extends Partial<Times>>(sent: Sent, otherwise: Partial<Times> & { timezone: string }) {
  const timezone = sent.timezone ?? otherwise.timezone
  const read = (time: string | undefined, kept: string | undefined) =>
    (time === undefined ? kept : momentOf(time, timezone)) ?? ''
  return {
    timezone,
    starts_at: read(sent.starts_at, otherwise.starts_at),
    ends_at: read(sent.ends_at, otherwise.ends_at),
  }
}

/** The local times of a session that do not exist in its zone, by field. */
export function skippedIn<Sent extends Partial<Times>>(sent: Sent, otherwise: { timezone: string }): FieldFaults {
  const timezone = sent.timezone ?? otherwise.timezone
  const skipped = (['starts_at', 'ends_at'] as const).filter((name) => isSkipped(sent[name] ?? '', timezone))
  return Object.fromEntries(skipped.map((name) => [name, [skippedTime]]))
}

/** Refuses local times that do not exist. */
const refuseSkipped = (sent: Partial<Times>, otherwise: { timezone: string }) => {
  const errors = skippedIn(sent, otherwise)
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
}

const isMoved = (was: Hours, is: Hours) =>
  !Temporal.Instant.from(was.starts_at).equals(is.starts_at) || !Temporal.Instant.from(was.ends_at).equals(is.ends_at)

export function hasBegun({ starts_at }: Pick<Hours, 'starts_at'>, now: string) {
  return Temporal.Instant.compare(starts_at, now) < 0
}

/** Refuses a session that would begin in the past. */
const refusePast = async (tx: Tx, session: Pick<Hours, 'starts_at'>) => {
  if (hasBegun(session, await nowIn(tx))) refuseField('starts_at', beginsInPast)
}

export async function nowIn(tx: Tx) {
  const { rows } = await sql<{ now: string }>`select to_json(now())#>>'{}' as now`.execute(tx)
  return found(rows[0]).now
}

export const beginsInPast = [
  '這個時間已經過去；請填還沒到的時間。',
  'This time has passed; give a time to come.',
] as const

/** `/api/seminars/{id}/sessions`. */
export function addSessionRoute(on: On, { zone }: FastifyInstance) {
  on.create(
    '/:id/sessions',
    {
      access: sessionFlow.acts.sessions.by,
      summary: 'Add a session to come; its times are local times in its time zone',
      body: NewSession,
      returns: ShownSession,
      at: '/api/sessions',
      etag: 'content',
      refuses: ['duplicate', 'leader_conflict', 'step_not_possible'],
    },
    async ({ tx, actor, params, body }) => {
      const id = await planSession(tx, actor, params.id, body, zone)
      return { id, ...(await oneSession(tx, { ...readerOf(actor), id })) }
    },
  )
}

/** `/api/sessions/{id}`. */
export function changeSessionRoutes(on: On, { zone }: FastifyInstance) {
  on.put(
    '/:id',
    {
      access: planners,
      summary: 'Change a session',
      body: SessionChange,
      returns: ShownSession,
      etag: 'content',
      refuses: ['duplicate', 'leader_conflict', 'stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeSession(tx, actor, params.id, body, { expected, zone })
      return oneSession(tx, { ...readerOf(actor), ...params })
    },
  )

  on.delete(
    '/:id',
    {
      access: editors,
      summary: 'Remove a session without attendances',
      returns: Type.Null(),
      refuses: ['in_use', 'stale'],
    },
    async ({ tx, params, expected }) => {
      await removeSession(tx, params.id, expected)
      return null
    },
  )
}
