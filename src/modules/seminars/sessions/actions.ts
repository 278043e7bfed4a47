import { Temporal } from 'temporal-polyfill'
import { remove } from '../../../kit/db/rows.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { found, refuseField } from '../../../kit/errors.ts'
import { emit } from '../../../kit/events.ts'
import { mayTake } from '../../../kit/flow.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import { isBlocking, refuseNeedless, type Will } from '../../leader-calendar/actions.ts'
import { refuseDailyWork } from '../../users/rules.ts'
import { lockedSeminar } from '../actions.ts'
import { type LockedSession, lockedSession, seatsTaken } from '../attendances/queries.ts'
import { free, place } from '../calendar.ts'
import { sessionFlow } from '../flow.ts'
import { type Hours, isMoved, refuseSkipped, timesOf } from '../rules.ts'
import type { NewSession, SessionChange, Status } from '../schema.ts'
import { refusePast } from './plan.ts'

declare module '../../../kit/events.ts' {
  interface Events {
    'seminar-session.changed': { session_id: number; actor_id: number; what: 'moved' | 'cancelled' }
  }
}

/** Adds a future session. `addSession` alone also adds past ones, which the demo needs. */
export async function planSession(tx: Tx, actor: Actor, seminar_id: number, body: NewSession, zone: string) {
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
  const clashes = await place(tx, seminar.briefing_leader_id, { ...session, id, status }, { override, reason, zone })
  refuseNeedless({ override }, isBlocking(clashes))
  return id
}

export async function changeSession(
  tx: Tx,
  actor: Actor,
  id: number,
  body: SessionChange,
  { expected, zone }: { expected: Expected; zone: string },
) {
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
  const what = happened(was, { ...was, ...own, ...times })
  if (what) await emit(tx, 'seminar-session.changed', { session_id: id, actor_id: actor.id, what })
}

export async function removeSession(tx: Tx, id: number, expected: Expected) {
  await lockSeminarOf(tx, id)
  guardVersion(await lockedSession(tx, id), expected)
  await free(tx, id)
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
  const isPlacedAgain = isMoved(was, is) || (was.status === 'cancelled') !== (is.status === 'cancelled')
  return isPlacedAgain ? place(tx, leader, is, will) : []
}

const happened = (was: LockedSession, is: LockedSession) => {
  if (is.status === 'cancelled') return was.status === 'cancelled' ? undefined : 'cancelled'
  return isMoved(was, is) || places.some((field) => is[field] !== was[field]) ? 'moved' : undefined
}

const places = ['venue', 'address', 'online_url'] as const
const tooFew = ['已有更多人登記。', 'More people than that have registered.'] as const
