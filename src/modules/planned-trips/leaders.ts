import { type Generated, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import { isOneOf } from '../../kit/db/fragments.ts'
import { jsonArrayOf, jsonRecord } from '../../kit/db/json.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { refuse, refuseField } from '../../kit/errors.ts'
import { type Events, emit } from '../../kit/events.ts'
import { anyText, flag, line, moment, nullable, oneOf, orNull, ref, shown } from '../../kit/fields.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { block, isBlocking, refuseNeedless, release, type Will } from '../leader-calendar/block.ts'
import { Clash, LeaderName } from '../leader-calendar/calendar.ts'
import { readFacts } from '../leader-calendar/candidates.ts'
import { conflictsOf } from '../leader-calendar/clashes.ts'
import { type Reason, unfitFor } from '../leader-calendar/ranking.ts'
import { staff } from '../roles.ts'
import { leaderIn } from '../shown-names.ts'
import { staffedStatuses } from '../trip-statuses.ts'
import { refuseDailyWork } from '../users/has-role.ts'
import { readerOf } from '../users/reader.ts'
import { tripFlow } from './flow.ts'
import { withNews } from './news.ts'
import { type LockedTrip, lockedTrip, PlannedTrip } from './trip.ts'
import { tripSeen } from './visible.ts'

const duties = ['assigned', 'briefing'] as const
export type Duty = (typeof duties)[number]

/** A leader or null; an override needs a reason. */
const Assignment = Type.Object({
  tour_leader_id: orNull(ref()),
  override: Type.Optional(flag()),
  reason: Type.Optional(line(500, '由本人確認可以')),
})
/** With `tell_travelers` the travelers are notified of their leader. */
const Leading = Type.Object({ ...Assignment.properties, tell_travelers: Type.Optional(flag()) })
type Assignment = Static<typeof Leading>
const bodies = { assigned: Leading, briefing: Assignment } as const

const leader = orNull(LeaderName)
const { serial, name, departure_date, return_date, status, area_id } = PlannedTrip.properties
const { assigned_leader_id, briefing_leader_id, briefing_starts_at, briefing_ends_at } = PlannedTrip.properties

const shownFieldsOfTrip = Type.Object({
  id: ref(),
  serial,
  name,
  departure_date,
  return_date,
  status,
  area_id,
  assigned_leader_id,
  briefing_leader_id,
  briefing_starts_at,
  briefing_ends_at,
  updated_at: moment(),
  version: ref(),
})

/** The leaders of a trip, with all conflicts in their calendars. */
const TripLeaders = Type.Object({
  ...shown(shownFieldsOfTrip).properties,
  assigned_leader: leader,
  briefing_leader: leader,
  conflicts: Type.Array(Clash),
})

const storedChange = Type.Object({
  id: ref(),
  duty: oneOf(duties),
  tour_leader_id: nullable(ref()),
  is_override: flag(),
  reason: nullable(line(500)),
  changed_by: nullable(ref()),
  created_at: moment(),
})

/** A change of the leader of a trip, and its time. */
const LeaderChange = Type.Object({
  ...shown(storedChange).properties,
  leader_name: orNull(anyText()),
  changed_by_name: orNull(anyText()),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    trip_leader_changes: {
      id: Generated<number>
      planned_trip_id: number
      duty: Duty
      tour_leader_id: number | null
      is_override: boolean
      reason: string | null
      changed_by: number | null
      created_at: Generated<string>
    }
  }
}

constraint('planned_trips_briefing', 'briefing_ends_at', [
  '須晚於說明會開始時間。',
  'Must be after the briefing starts.',
])
constraint('planned_trips_briefing_times', 'briefing_ends_at', [
  '須與說明會開始時間一起填寫。',
  'Give it together with the start of the briefing.',
])

declare module '../../kit/events.ts' {
  interface Events {
    'trip-leader.changed': {
      planned_trip_id: number
      duty: Duty
      from: number | null
      to: number | null
      actor_id: number | undefined
    }
    'trip-briefing.changed': { planned_trip_id: number; actor_id: number }
  }
}

type By = Pick<Actor, 'id' | 'roles'>
/** A command that imports has no account. */
type Assigning = Pick<Actor, 'roles'> & { id: number | undefined }

const leaderColumns = { assigned: 'assigned_leader_id', briefing: 'briefing_leader_id' } as const
const blockKinds = { assigned: 'trip', briefing: 'briefing' } as const
const subjectOf = (id: number) => ({ type: 'planned_trip', id })

/** Assigns or removes the leader or the briefing leader of a trip; both leaders are notified, and the change is recorded. */
export async function assignLeader(
  tx: Tx,
  actor: Assigning,
  duty: Duty,
  id: number,
  { tour_leader_id, tell_travelers = false, ...will }: Assignment,
  { expected, zone }: { expected: Expected; zone: string },
) {
  refuseDailyWork(actor.roles, will)
  const trip = await lockedTrip(tx, id)
  guardVersion(trip, expected)
  mayTake(tripFlow, `${duty}-leader`, trip, actor.roles)
  const from = trip[leaderColumns[duty]]
  // Who stays the leader in spite of a conflict that came later is given a reason.
  const stays = from === tour_leader_id
  if (stays && !will.override) return
  const unfit = tour_leader_id === null ? [] : await refuseUnfit(tx, duty, id, tour_leader_id, will)
  const change = { [leaderColumns[duty]]: tour_leader_id }
  const write = () => tx.updateTable('planned_trips').set(change).where('id', '=', id).execute()
  await (duty === 'assigned' ? withNews(tx, id, { actor_id: actor.id, tell_travelers }, write) : write())
  const clashes = await blockCalendar(tx, duty, { ...trip, ...change }, zone, will)
  const is_override = unfit.length > 0 || isBlocking(clashes)
  refuseNeedless(will, is_override)
  await recordChange(tx, actor, { planned_trip_id: id, duty, tour_leader_id, is_override, reason: will.reason })
  if (stays) return
  await emit(tx, 'trip-leader.changed', { planned_trip_id: id, duty, from, to: tour_leader_id, actor_id: actor.id })
}

/**
 * Refuses a leader who has left, whose licence does not allow the trip, or, unless an override says why, whose papers end
 * before the return or who is on leave. Returns what was overridden.
 */
const refuseUnfit = async (tx: Tx, duty: Duty, trip: number, leader: number, will: Will): Promise<Reason[]> => {
  await refuseGone(tx, leader)
  const { trip: facts, leaders } = await readFacts(tx, trip, leader)
  const reasons = leaders.flatMap((one) => unfitFor(facts, one)).filter(({ code }) => countsFor(duty, code))
  const final = reasons.filter(({ is_final }) => is_final)
  if (final.length) refuseField('tour_leader_id', ...final.map(({ words: [zh, en] }) => stop(zh, en)))
  if (!reasons.length) return []
  if (!will.override) refuseReasons(reasons)
  if (!will.reason) refuseField('reason', ['推翻衝突時須填寫原因。', 'An override needs its reason.'])
  return reasons
}

// A briefing takes place at home: it needs no papers.
const countsFor = (duty: Duty, code: string) => duty === 'assigned' || code === 'on_leave'

const refuseGone = async (tx: Tx, id: number) => {
  const leader = await tx.selectFrom('tour_leaders').select('status').where('id', '=', id).executeTakeFirst()
  if (!leader) refuseField('tour_leader_id', ['沒有這位領隊。', 'There is no such leader.'])
  else if (leader.status === 'inactive') refuseField('tour_leader_id', ['這位領隊已離職。', 'This leader has left.'])
}

const refuseReasons = (reasons: Reason[]) =>
  refuse('leader_conflict', {
    detail: [
      `${reasons.map(({ words: [zh] }) => zh).join('；')}。仍要指派請確認推翻並填寫原因。`,
      `${reasons.map(({ words: [, en] }) => en).join('; ')}. To assign the leader anyway, confirm the override and give a reason.`,
    ],
    also: { conflicts: [], reasons: reasons.map(({ code, words: [label, label_en] }) => ({ code, label, label_en })) },
  })

const stop = (zh: string, en: string) => [`${zh}，請改派其他領隊。`, `${en}: choose another leader.`] as const

// A briefing blocks the calendar once its hours are known.
const blockCalendar = async (tx: Tx, duty: Duty, trip: LockedTrip, zone: string, will: Will): Promise<Clash[]> => {
  const tour_leader_id = trip[leaderColumns[duty]]
  const when = duty === 'assigned' ? daysOf(trip) : hoursOf(trip, zone)
  const subject = subjectOf(trip.id)
  if (tour_leader_id !== null && when)
    return block(tx, { tour_leader_id, kind: blockKinds[duty], subject, when, is_firm: true }, will)
  await release(tx, blockKinds[duty], subject)
  return []
}

const daysOf = ({ departure_date, return_date }: LockedTrip) => ({ starts_on: departure_date, ends_on: return_date })
const hoursOf = ({ briefing_starts_at, briefing_ends_at }: LockedTrip, zone: string) =>
  briefing_starts_at && briefing_ends_at
    ? { starts_at: briefing_starts_at, ends_at: briefing_ends_at, zone }
    : undefined

type Change = {
  planned_trip_id: number
  duty: Duty
  tour_leader_id: number | null
  is_override: boolean
  reason: string | null | undefined
}
const recordChange = (tx: Tx, { id }: Pick<Assigning, 'id'>, { reason = null, ...change }: Change) =>
  tx
    .insertInto('trip_leader_changes')
    .values({ ...change, reason, changed_by: id ?? null })
    .execute()

/** After a change of dates the leader stays; a conflict is reported and remains visible with what happened as its reason. */
export async function keepLeader(tx: Tx, id: number, zone: string, happened: string) {
  return blockCalendar(tx, 'assigned', await lockedTrip(tx, id), zone, { override: true, reason: happened })
}

/** New times of a briefing are refused if its leader has a conflict, unless an override gives a reason. */
export async function keepBriefing(tx: Tx, actor: By, id: number, zone: string, will: Will) {
  const trip = await lockedTrip(tx, id)
  const clashes = await blockCalendar(tx, 'briefing', trip, zone, will)
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

/** Unassigns a leader from trips that depart after a day. */
export async function releaseLeader(tx: Tx, { tour_leader_id, after, actor_id }: Events['tour-leader.leaving']) {
  for (const { id: planned_trip_id, duty } of await dutiesAfter(tx, tour_leader_id, after)) {
    const change = { [leaderColumns[duty]]: null }
    await tx.updateTable('planned_trips').set(change).where('id', '=', planned_trip_id).execute()
    await release(tx, blockKinds[duty], subjectOf(planned_trip_id))
    const row = { planned_trip_id, duty, tour_leader_id: null, is_override: false, reason: '領隊離職' }
    await recordChange(tx, { id: actor_id }, row)
    await emit(tx, 'trip-leader.changed', { planned_trip_id, duty, from: tour_leader_id, to: null, actor_id })
  }
}

// The trips that a leader leads or briefs and that are not over on a day.
const dutiesAfter = async (db: Db, leader: number, day: string) => {
  const { rows } = await sql<{ id: number; duty: Duty }>`
    select t.id, duty from planned_trips t
      cross join lateral (values ('assigned', assigned_leader_id), ('briefing', briefing_leader_id)) d (duty, leader)
     where d.leader = ${leader} and t.return_date > ${day}::date and ${isOneOf('t.status', staffedStatuses)}
     order by t.departure_date, t.id`.execute(db)
  return rows
}

/** A cancelled trip blocks no leader. */
export async function freeTripLeaders(tx: Tx, id: number) {
  for (const duty of duties) await release(tx, blockKinds[duty], subjectOf(id))
}

const tripLeaders = jsonRecord((db, { id }: { id: number }) =>
  db
    .selectFrom('planned_trips')
    .select(['id', 'serial', 'name', 'departure_date', 'return_date', 'status', 'area_id', 'assigned_leader_id'])
    .select(['briefing_leader_id', 'briefing_starts_at', 'briefing_ends_at', 'updated_at', 'version'])
    .select([
      leaderIn('planned_trips.assigned_leader_id').as('assigned_leader'),
      leaderIn('planned_trips.briefing_leader_id').as('briefing_leader'),
      conflictsOf('planned_trip', 'planned_trips.id').as('conflicts'),
    ])
    .where('id', '=', id),
)

const leaderHistory = jsonArrayOf(tripSeen, (db, { id }) =>
  db
    .selectFrom('trip_leader_changes as c')
    .leftJoin('tour_leaders as l', 'l.id', 'c.tour_leader_id')
    .leftJoin('users as u', 'u.id', 'c.changed_by')
    .select(['c.id', 'c.duty', 'c.tour_leader_id', 'l.name as leader_name', 'c.is_override', 'c.reason'])
    .select(['c.changed_by', 'u.name as changed_by_name', 'c.created_at'])
    .where('c.planned_trip_id', '=', id)
    .orderBy('c.id', 'desc')
    .limit(500),
)

/** The leader and the briefing leader of a trip. */
export const leadersOfTrip = routes((on, { zone }) => {
  for (const duty of duties)
    on.put(
      `/:id/${duty}-leader`,
      {
        access: tripFlow.acts[`${duty}-leader`].by,
        summary: `Assign or remove the ${duty} leader of a trip`,
        body: bodies[duty],
        returns: TripLeaders,
        etag: 'content',
        refuses: ['leader_conflict', 'stale', 'step_not_possible'],
      },
      async ({ tx, actor, params, body, expected }) => {
        await assignLeader(tx, actor, duty, params.id, body, { expected, zone })
        return tripLeaders(tx, params)
      },
    )

  on.get(
    '/:id/leaders',
    {
      access: staff,
      summary: 'The leader and the briefing leader of a trip, with all conflicts in their calendars',
      returns: TripLeaders,
      etag: 'content',
    },
    ({ db, params }) => tripLeaders(db, params),
  )
  on.get(
    '/:id/leader-history',
    {
      access: staff,
      summary: "The history of a trip's leaders, latest first",
      returns: Type.Array(LeaderChange),
      etag: 'content',
    },
    ({ db, actor, params }) => leaderHistory(db, { ...readerOf(actor), ...params }),
  )
})
