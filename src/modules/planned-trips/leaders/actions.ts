import type { Tx } from '../../../kit/db/tables.ts'
import { type Events, emit } from '../../../kit/events.ts'
import { mayTake } from '../../../kit/flow.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import { block, isBlocking, refuseNeedless, release, type Will } from '../../leader-calendar/actions.ts'
import type { Clash } from '../../leader-calendar/schema.ts'
import { refuseDailyWork } from '../../users/rules.ts'
import { life } from '../flow.ts'
import { refuseUnfit } from './fitness-actions.ts'
import { dutiesAfter, type LockedTrip, lockedTrip } from './queries.ts'
import { type Assignment, type Duty, duties } from './schema.ts'

declare module '../../../kit/events.ts' {
  interface Events {
    'trip-leader.changed': {
      planned_trip_id: number
      duty: Duty
      from: number | null
      to: number | null
      actor_id: number
    }
    'trip-briefing.changed': { planned_trip_id: number; actor_id: number }
  }
}

type By = Pick<Actor, 'id' | 'role'>

/** Assigns or removes the leader or the briefing leader of a trip; both leaders are notified, and the change is recorded. */
export const assignLeader = async (
  tx: Tx,
  actor: By,
  duty: Duty,
  id: number,
  { tour_leader_id, ...will }: Assignment,
  { expected, zone }: { expected: Expected; zone: string },
) => {
  refuseDailyWork(actor.role, will)
  const trip = await lockedTrip(tx, id)
  guardVersion(trip, expected)
  mayTake(life, `${duty}-leader`, trip, actor.role)
  const from = trip[columns[duty]]
  if (from === tour_leader_id) return
  const unfit = tour_leader_id === null ? [] : await refuseUnfit(tx, duty, id, tour_leader_id, will)
  const change = { [columns[duty]]: tour_leader_id }
  await tx.updateTable('planned_trips').set(change).where('id', '=', id).execute()
  const clashes = await place(tx, duty, { ...trip, ...change }, zone, will)
  const is_override = unfit.length > 0 || isBlocking(clashes)
  refuseNeedless(will, is_override)
  await recordChange(tx, actor, { planned_trip_id: id, duty, tour_leader_id, is_override, reason: will.reason })
  await emit(tx, 'trip-leader.changed', { planned_trip_id: id, duty, from, to: tour_leader_id, actor_id: actor.id })
}

/** After a change of dates the leader stays; a conflict is reported and remains visible with what happened as its reason. */
export const keepLeader = async (tx: Tx, id: number, zone: string, happened: string) =>
  place(tx, 'assigned', await lockedTrip(tx, id), zone, { override: true, reason: happened })

/** New hours of a briefing are refused like a new leader if its leader is not free then, unless an override says why. */
export const keepBriefing = async (tx: Tx, actor: By, id: number, zone: string, will: Will) => {
  const trip = await lockedTrip(tx, id)
  const clashes = await place(tx, 'briefing', trip, zone, will)
  const tour_leader_id = trip.briefing_leader_id
  refuseNeedless(will, isBlocking(clashes))
  if (isBlocking(clashes))
    await recordChange(tx, actor, {
      planned_trip_id: id,
      duty: 'briefing',
      tour_leader_id,
      is_override: true,
      reason: will.reason,
    })
  await emit(tx, 'trip-briefing.changed', { planned_trip_id: id, actor_id: actor.id })
}

/** Takes a leader who leaves off the trips to come after a day. */
export const releaseLeader = async (tx: Tx, { tour_leader_id, after, actor_id }: Events['tour-leader.leaving']) => {
  for (const { id: planned_trip_id, duty } of await dutiesAfter(tx, tour_leader_id, after)) {
    const change = { [columns[duty]]: null }
    await tx.updateTable('planned_trips').set(change).where('id', '=', planned_trip_id).execute()
    await release(tx, kinds[duty], subjectOf(planned_trip_id))
    const row = { planned_trip_id, duty, tour_leader_id: null, is_override: false, reason: '領隊離職' }
    await recordChange(tx, { id: actor_id }, row)
    await emit(tx, 'trip-leader.changed', { planned_trip_id, duty, from: tour_leader_id, to: null, actor_id })
  }
}

/** A cancelled trip blocks no leader. */
export const freeTripLeaders = async (tx: Tx, id: number) => {
  for (const duty of duties) await release(tx, kinds[duty], subjectOf(id))
}

const columns = { assigned: 'assigned_leader_id', briefing: 'briefing_leader_id' } as const
const kinds = { assigned: 'trip', briefing: 'briefing' } as const
const subjectOf = (id: number) => ({ type: 'planned_trip', id })

type Change = {
  planned_trip_id: number
  duty: Duty
  tour_leader_id: number | null
  is_override: boolean
  reason: string | null | undefined
}
const recordChange = (tx: Tx, { id }: Pick<By, 'id'>, { reason = null, ...change }: Change) =>
  tx
    .insertInto('trip_leader_changes')
    .values({ ...change, reason, changed_by: id })
    .execute()

// A briefing blocks the calendar once its hours are known.
const place = async (tx: Tx, duty: Duty, trip: LockedTrip, zone: string, will: Will): Promise<Clash[]> => {
  const tour_leader_id = trip[columns[duty]]
  const when = duty === 'assigned' ? daysOf(trip) : hoursOf(trip, zone)
  const subject = subjectOf(trip.id)
  if (tour_leader_id !== null && when)
    return block(tx, { tour_leader_id, kind: kinds[duty], subject, when, is_firm: true }, will)
  await release(tx, kinds[duty], subject)
  return []
}

const daysOf = ({ departure_date, return_date }: LockedTrip) => ({ starts_on: departure_date, ends_on: return_date })
const hoursOf = ({ briefing_starts_at, briefing_ends_at }: LockedTrip, zone: string) =>
  briefing_starts_at && briefing_ends_at
    ? { starts_at: briefing_starts_at, ends_at: briefing_ends_at, zone }
    : undefined
