import type { Tx } from '../../../kit/db/tables.ts'
import { refuse } from '../../../kit/errors.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import { isBlocking, refuseNeedless } from '../../leader-calendar/actions.ts'
import { clashesWith } from '../../leader-calendar/clashes.ts'
import type { Clash } from '../../leader-calendar/schema.ts'
import { refuseDailyWork } from '../../users/rules.ts'
import { place } from '../calendar.ts'
import { blockOf, type Hours } from '../rules.ts'
import { alreadyThere, type SessionBulk } from '../schema.ts'
import { lockedSeminarToCome } from './actions.ts'
import { faultsAt, plannedIn } from './plan.ts'

/** Creates many sessions, all or none. A dry run only lists them with their conflicts. */
export async function addSessions(tx: Tx, actor: Actor, seminar_id: number, body: SessionBulk, zone: string) {
  refuseDailyWork(actor.roles, body)
  const { briefing_leader_id: leader } = await lockedSeminarToCome(tx, actor, seminar_id)
  const planned = []
  for (const line of await plannedIn(tx, seminar_id, body, zone))
    planned.push({ ...line, conflicts: leader === null ? [] : await conflictsOf(tx, leader, line.session, zone) })
  if (body.dry_run) return planned.map((line) => told(line, null))

  const errors = faultsAt(body, 'starts_at', planned, ({ is_there }) => is_there, alreadyThere)
  if (Object.keys(errors).length) refuse('duplicate', { errors })
  const { override, reason } = body
  const conflicts = planned.flatMap((line) => line.conflicts)
  refuseNeedless({ override }, isBlocking(conflicts))
  if (!override && isBlocking(conflicts)) refuse('leader_conflict', { also: { conflicts } })
  const made = []
  for (const line of planned) {
    const kept = await insert(tx, line)
    await place(tx, leader, { ...line.session, ...kept }, { override, reason, zone })
    made.push(told(line, kept.id))
  }
  return made
}

type Planned = Awaited<ReturnType<typeof plannedIn>>[number]

const conflictsOf = (tx: Tx, leader: number, session: Hours, zone: string) =>
  clashesWith(tx, blockOf(leader, { ...session, id: 0 }, zone))

const insert = (tx: Tx, { session }: Planned) =>
  tx.insertInto('seminar_sessions').values(session).returning(['id', 'status']).executeTakeFirstOrThrow()

const told = ({ session, ...found }: Planned & { conflicts: Clash[] }, id: number | null) => {
  const { starts_at, ends_at, timezone, venue = null } = session
  return { id, starts_at, ends_at, timezone, venue, ...found }
}
