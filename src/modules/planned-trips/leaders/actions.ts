import type { Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { emit } from '../../../kit/events.ts'
import { mayTake } from '../../../kit/flow.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import { block, release, type Will } from '../../leader-calendar/actions.ts'
import type { Clash } from '../../leader-calendar/schema.ts'
import { refuseDailyWork } from '../../users/rules.ts'
import { life } from '../flow.ts'
import { type LockedTrip, lockedTrip } from './queries.ts'
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
  if (tour_leader_id !== null) await refuseGone(tx, tour_leader_id)
  const change = { [columns[duty]]: tour_leader_id }
  await tx.updateTable('planned_trips').set(change).where('id', '=', id).execute()
  const clashes = await place(tx, duty, { ...trip, ...change }, zone, will)
  const is_override = clashes.some(({ blocks }) => blocks)
  const row = { planned_trip_id: id, duty, tour_leader_id, is_override, reason: will.reason ?? null }
  await tx
    .insertInto('trip_leader_changes')
    .values({ ...row, changed_by: actor.id })
    .execute()
  await emit(tx, 'trip-leader.changed', { planned_trip_id: id, duty, from, to: tour_leader_id, actor_id: actor.id })
}

/** After a change of dates or hours the leaders stay, and conflicts are reported and remain visible. */
export const keepTripLeaders = async (tx: Tx, id: number, zone: string, reason: string): Promise<Clash[]> => {
  const trip = await lockedTrip(tx, id)
  const clashes: Clash[] = []
  for (const duty of duties) clashes.push(...(await place(tx, duty, trip, zone, { override: true, reason })))
  return clashes
}

/** A cancelled trip blocks no leader. */
export const freeTripLeaders = async (tx: Tx, id: number) => {
  for (const duty of duties) await release(tx, kinds[duty], subjectOf(id))
}

const columns = { assigned: 'assigned_leader_id', briefing: 'briefing_leader_id' } as const
const kinds = { assigned: 'trip', briefing: 'briefing' } as const
const subjectOf = (id: number) => ({ type: 'planned_trip', id })

const refuseGone = async (tx: Tx, id: number) => {
  const leader = await tx.selectFrom('tour_leaders').select('status').where('id', '=', id).executeTakeFirst()
  if (!leader) refuseField('tour_leader_id', ['沒有這位領隊。', 'There is no such leader.'])
  else if (leader.status === 'inactive') refuseField('tour_leader_id', ['這位領隊已離職。', 'This leader has left.'])
}

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
