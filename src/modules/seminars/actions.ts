import { sql } from 'kysely'
import { remove } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { type Events, emit } from '../../kit/events.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import { writeLinks } from '../../kit/resource/links.ts'
import { isBlocking, refuseNeedless } from '../leader-calendar/actions.ts'
import { refuseDailyWork } from '../users/rules.ts'
import { free, place } from './calendar.ts'
import { sessionFlow } from './flow.ts'
import { trips } from './queries.ts'
import type { NewSeminar, SeminarChange } from './schema.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'seminar.leader-named': { seminar_id: number; tour_leader_id: number; actor_id: number }
  }
}

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
    clashes.push(...(await place(tx, leader, session, { override, reason, zone })))
  refuseNeedless({ override }, isBlocking(clashes))
  await notifyLeader(tx, actor, id, leader)
}

/** Removes a leader who leaves from the seminars with future sessions. */
export async function releaseSeminarLeader(tx: Tx, { tour_leader_id }: Events['tour-leader.leaving']) {
  const seminars = await tx
    .updateTable('seminars')
    .set({ briefing_leader_id: null })
    .where('briefing_leader_id', '=', tour_leader_id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('seminar_sessions as s')
          .select('s.id')
          .whereRef('s.seminar_id', '=', 'seminars.id')
          .where('s.status', 'in', ['draft', 'open'])
          .where('s.starts_at', '>', sql<string>`now()`),
      ),
    )
    .returning('id')
    .execute()
  for (const { id } of seminars) for (const session of await sessionsToCome(tx, id)) await free(tx, session.id)
}

export async function removeSeminar(tx: Tx, id: number, expected: Expected) {
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
    await place(tx, null, { id, ...session }, { zone })
    await emit(tx, 'seminar-session.changed', { session_id: id, actor_id: actor.id, what: 'cancelled' })
  }
}

const sessionsToCome = (tx: Tx, seminar_id: number) =>
  tx
    .selectFrom('seminar_sessions')
    .select(['id', 'starts_at', 'ends_at', 'status'])
    .where('seminar_id', '=', seminar_id)
    .where('status', 'in', ['draft', 'open'])
    .where('ends_at', '>', sql<string>`now()`)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()

const notifyLeader = async (tx: Tx, { id: actor_id }: Actor, seminar_id: number, leader: number | null | undefined) => {
  if (leader) await emit(tx, 'seminar.leader-named', { seminar_id, tour_leader_id: leader, actor_id })
}
