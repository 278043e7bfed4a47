import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { Refusal, type RefusalCode, refusals, refuse, refuseBackwards, refuseField } from '../../kit/errors.ts'
import { day, labelled, list, ref, whole } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { plural, type Words } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import { LeaderName } from '../leader-calendar/calendar.ts'
import { readFactsOfTrips } from '../leader-calendar/candidates.ts'
import { ShownReason, shownReason } from '../leader-calendar/ranking.ts'
import { leaderNames, StandingTrip, tripInEnglish } from '../shown-names.ts'
import { plannedStatuses } from '../trip-statuses.ts'
import { editors } from './flow.ts'
import { planLeaders } from './leader-plan.ts'
import { assignLeader } from './leaders.ts'
import { daysBetween } from './rules.ts'

const MOST_TRIPS = 300

/** The departures for which leaders are proposed: of some days, or chosen trips. The trips in `keep_ids` stay as they are; another seed is another plan. */
const Asked = Type.Object({
  from: Type.Optional(day()),
  to: Type.Optional(day()),
  ids: labelled(Type.Optional(Type.Array(ref(), { minItems: 1, maxItems: MOST_TRIPS, uniqueItems: true })), [
    '團',
    'Trips',
  ]),
  keep_ids: labelled(Type.Optional(list(ref(), 1000)), ['維持不變的團', 'Trips that stay as they are']),
  seed: labelled(Type.Optional(whole(0, 1_000_000)), ['變化', 'Seed']),
})
type Asked = Static<typeof Asked>

const Row = Type.Object({
  planned_trip_id: ref(),
  tour_leader_id: ref(),
  version: ref(),
  planned_trip: StandingTrip,
  tour_leader: LeaderName,
  score: Type.Integer({ examples: [72] }),
  reasons: Type.Array(ShownReason),
})

/** Why nobody leads a trip: a reason, and how many leaders it keeps from it. */
const Hindrance = Type.Object({
  code: Type.String({ examples: ['conflict'] }),
  leaders: Type.Integer({ examples: [3] }),
  label: Type.String({ examples: ['3 位當時另有安排'] }),
  label_en: Type.String({ examples: ['3 leaders have other work then'] }),
})

const Proposal = Type.Object({
  rows: Type.Array(Row),
  unfilled: Type.Array(
    Type.Object({ planned_trip_id: ref(), planned_trip: StandingTrip, reasons: Type.Array(Hindrance) }),
  ),
  /** The days that each leader leads between the two days, now and with the proposal. */
  balance: Type.Array(
    Type.Object({ tour_leader: LeaderName, days_before: Type.Integer(), days_after: Type.Integer() }),
  ),
})

/** Proposes leaders for all trips that have none and depart between two days, or are chosen. */
const propose = async (db: Db, { keep_ids = [], seed = 0, ids, ...days }: Asked) => {
  const { from, to } = ids ? await spanOfTrips(db, ids, days) : spanAsked(days)
  const trips = await tripsWithoutLeader(db, { from, to, keep_ids, ids: ids ?? null })
  if (trips.length > MOST_TRIPS) refuseField('to', tooMany(trips.length))
  const staffings = await readFactsOfTrips(
    db,
    trips.map(({ planned_trip }) => planned_trip.id),
  )
  const plan = new Map((await planLeaders(staffings, seed)).map((planned) => [planned.trip, planned]))
  const rows: Static<typeof Row>[] = []
  const unfilled: Static<typeof Proposal>['unfilled'] = []
  for (const { planned_trip, version } of trips) {
    const planned = plan.get(planned_trip.id)
    if (planned?.candidate) {
      const { tour_leader, score, reasons } = planned.candidate
      const ids = { planned_trip_id: planned_trip.id, tour_leader_id: tour_leader.id }
      rows.push({ ...ids, version, planned_trip, tour_leader, score, reasons: reasons.map(shownReason) })
    } else if (planned)
      unfilled.push({ planned_trip_id: planned_trip.id, planned_trip, reasons: hindrancesIn(planned.hindrances) })
  }
  return { rows, unfilled, balance: balanceOf(await daysLed(db, { from, to }), rows, { from, to }) }
}

const spanAsked = ({ from, to }: Pick<Asked, 'from' | 'to'>) => {
  if (!from || !to)
    return refuseField(from ? 'to' : 'from', ['請填寫期間，或指定團。', 'Give both days, or choose trips.'])
  refuseBackwards(from, to)
  if (daysBetween(from, to) > terms.proposedSpan.count) refuseField('to', tooLong)
  return { from, to }
}

/** The days of chosen trips, for the balance of the work. */
const spanOfTrips = async (db: Db, ids: readonly number[], { from, to }: Pick<Asked, 'from' | 'to'>) => {
  if (from || to)
    refuseField('ids', ['請只選一種方式：期間，或指定團。', 'Give either a first and a last day, or trips.'])
  const span = await db
    .selectFrom('planned_trips')
    .select(({ fn }) => [fn.min('departure_date').as('from'), fn.max('return_date').as('to')])
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  if (!span.from || !span.to) return refuseField('ids', ['沒有這些團。', 'There are no such trips.'])
  return span
}

const tooLong: Words = [
  `一次最多 ${terms.proposedSpan.zh}，請縮短期間。`,
  `${terms.proposedSpan.en} at once at the most: choose a shorter span.`,
]
const tooMany = (count: number): Words => [
  `這段期間有 ${count} 團未派領隊，一次最多 ${MOST_TRIPS} 團；請縮短期間。`,
  `${count} trips without a leader depart then, and at most ${MOST_TRIPS} can be planned at once: choose a shorter span.`,
]

type Found = { planned_trip: Static<typeof StandingTrip>; version: number }

const tripsWithoutLeader = async (
  db: Db,
  { from, to, keep_ids, ids }: { from: string; to: string; keep_ids: number[]; ids: number[] | null },
) => {
  const { rows } = await sql<Found>`
    select version, json_build_object('id', t.id, 'serial', serial, 'name', name, 'name_en', ${tripInEnglish('t')},
             'departure_date', departure_date, 'return_date', return_date, 'status', status) as planned_trip
      from planned_trips t
     where assigned_leader_id is null and ${isOneOf('t.status', plannedStatuses)} and t.id <> all (${keep_ids}::integer[])
       and (${ids}::integer[] is null or t.id = any (${ids}::integer[]))
       and departure_date between greatest(${from}::date, today()) and ${to}::date
     order by departure_date, t.id limit ${MOST_TRIPS + 1}`.execute(db)
  return rows
}

const hindrances: Record<string, (count: number) => Words> = {
  conflict: (n) => [`${n} 位當時另有安排`, `${plural(n, 'leader has', 'leaders have')} other work then`],
  needed_elsewhere: (n) => [`${n} 位帶其他團`, `${plural(n, 'leader is', 'leaders are')} needed for other trips`],
  on_leave: (n) => [`${n} 位休假中`, `${plural(n, 'leader is', 'leaders are')} on leave`],
  passport_expires: (n) => [
    `${n} 位護照效期不足`,
    `${plural(n, 'leader has', 'leaders have')} a passport that ends too early`,
  ],
  license_missing: (n) => [`${n} 位未登錄執業證`, `${plural(n, 'leader has', 'leaders have')} no licence recorded`],
  license_wrong_kind: (n) => [
    `${n} 位的執業證不能帶這個目的地`,
    `${plural(n, 'leader has', 'leaders have')} no licence for the destination`,
  ],
  license_expires: (n) => [
    `${n} 位的執業證於回程前到期`,
    `${plural(n, 'leader has', 'leaders have')} a licence that ends before the return`,
  ],
}

/** How many leaders each reason keeps from a trip, the most frequent first. */
const hindrancesIn = (codes: readonly string[]) => {
  const counts = Map.groupBy(codes, (code) => code)
  return [...counts]
    .map(([code, { length: leaders }]) => {
      const [label, label_en] = hindrances[code]?.(leaders) ?? [code, code]
      return { code, leaders, label, label_en }
    })
    .sort((a, b) => b.leaders - a.leaders)
}

type Led = { tour_leader: Static<typeof LeaderName>; days: number }

const daysLed = async (db: Db, { from, to }: { from: string; to: string }) => {
  const { rows } = await sql<Led>`
    select ${leaderNames('l')} as tour_leader,
           coalesce(sum(extract(day from upper(during * span) - lower(during * span))), 0)::integer as days
      from tour_leaders l cross join (select tsrange(${from}::date, ${to}::date + 1) as span) asked
      left join leader_calendar c on c.tour_leader_id = l.id and c.kind = 'trip' and c.during && span
     where l.status <> 'inactive' group by l.id order by l.name, l.id`.execute(db)
  return rows
}

const balanceOf = (
  leaders: readonly Led[],
  rows: readonly Static<typeof Row>[],
  { from, to }: { from: string; to: string },
) => {
  const added = Map.groupBy(rows, ({ tour_leader_id }) => tour_leader_id)
  return leaders.map(({ tour_leader, days }) => {
    const more = (added.get(tour_leader.id) ?? []).map(
      ({ planned_trip: { departure_date, return_date } }) =>
        daysBetween(departure_date > from ? departure_date : from, return_date < to ? return_date : to) + 1,
    )
    return { tour_leader, days_before: days, days_after: more.reduce((sum, each) => sum + each, days) }
  })
}

/** Rows of a proposal as they were answered. What they show of a trip and a leader may be left out, and is not read. */
const { planned_trip_id, tour_leader_id, version } = Row.properties
const shownObject = Type.Unsafe<object>({ type: 'object', takes: 'json' })
const Taken = Type.Object({
  rows: labelled(
    Type.Array(
      Type.Object({
        planned_trip_id,
        tour_leader_id,
        version,
        planned_trip: labelled(Type.Optional(shownObject), ['團', 'Trip']),
        tour_leader: labelled(Type.Optional(shownObject), ['領隊', 'Tour leader']),
        score: labelled(Type.Optional(whole(-100_000, 100_000)), ['分數', 'Score']),
        reasons: labelled(Type.Optional(Type.Array(shownObject)), ['理由', 'Reasons']),
      }),
      { minItems: 1, maxItems: MOST_TRIPS },
    ),
    ['提案', 'Proposal'],
  ),
})
type TakenRow = Pick<Static<typeof Row>, 'planned_trip_id' | 'tour_leader_id' | 'version'>

/**
 * Assigns the leaders of a proposal, or none if any of its trips or leaders has changed since. All trips and then all leaders are
 * locked in the order of their ids, so that colleagues who take overlapping proposals wait for each other.
 */
const take = async (tx: Tx, actor: Actor, given: readonly TakenRow[], zone: string) => {
  const rows = given.toSorted((a, b) => a.planned_trip_id - b.planned_trip_id)
  const twice = rows.find(({ planned_trip_id }, nth) => rows[nth - 1]?.planned_trip_id === planned_trip_id)
  if (twice) refuseField('rows', ['同一團只能有一列。', 'Give each trip only once.'])
  await lockAll(tx, rows)
  const outdated = []
  for (const { planned_trip_id, tour_leader_id, version } of rows)
    try {
      await assignLeader(tx, actor, 'assigned', planned_trip_id, { tour_leader_id }, { expected: [version], zone })
    } catch (error) {
      // The other rows are tried too, so that the refusal names all that have changed; it takes back what was written.
      if (!(error instanceof Refusal)) throw error
      const [label, label_en] = whyOutdated(error)
      outdated.push({ planned_trip_id, tour_leader_id, code: error.code, label, label_en })
    }
  if (outdated.length) refuse('proposal_outdated', { also: { rows: outdated } })
  return assignedIn(tx, rows)
}

const lockAll = async (tx: Tx, rows: readonly TakenRow[]) => {
  const [trips, leaders] = [rows.map((row) => row.planned_trip_id), rows.map((row) => row.tour_leader_id)]
  await tx.selectFrom('planned_trips').select('id').where('id', 'in', trips).orderBy('id').forUpdate().execute()
  await tx.selectFrom('tour_leaders').select('id').where('id', 'in', leaders).orderBy('id').forNoKeyUpdate().execute()
}

const whyOutdated = ({ code, extras }: Refusal): Words => {
  const [fault] = Object.values(extras.errors ?? {}).flat()
  const isUnfit = code === 'leader_conflict' && extras.detail
  return fault ?? (isUnfit ? unfit : outdatedWords[code]) ?? extras.detail ?? refusals[code][1]
}
const unfit: Words = ['領隊的護照效期不足，或休假中', 'The leader is on leave, or has a passport that ends too early']
const outdatedWords: Partial<Record<RefusalCode, Words>> = {
  stale: ['這一團已被更動', 'The trip has been changed'],
  not_found: ['這一團已被刪除', 'The trip has been removed'],
  leader_conflict: ['領隊這段期間已有其他安排', 'The leader has other work by now'],
}

const Assigned = Type.Object({ planned_trip_id, tour_leader_id, version })

const assignedIn = async (tx: Tx, rows: readonly TakenRow[]) => {
  const { rows: assigned } = await sql<TakenRow>`
    select id as planned_trip_id, assigned_leader_id as tour_leader_id, version from planned_trips
     where id = any (${rows.map(({ planned_trip_id }) => planned_trip_id)}::integer[]) order by departure_date, id`.execute(
    tx,
  )
  return assigned
}

/** Leaders for all trips of a month: a proposal, and what a colleague takes of it. */
export const leaderProposals = routes((on, { zone }) => {
  on.post(
    '/propose-leaders',
    {
      name: 'proposeLeaders',
      access: editors,
      summary: 'Propose leaders for trips without one, of some days or chosen ones; nothing is assigned yet',
      body: Asked,
      returns: Proposal,
      etag: 'none',
    },
    ({ tx, body }) => propose(tx, body),
  )
  on.post(
    '/propose-leaders/take',
    {
      name: 'takeProposedLeaders',
      access: editors,
      summary: 'Assign leaders as proposed, all or none; the refusal names the rows that have changed since',
      body: Taken,
      returns: Type.Array(Assigned),
      etag: 'none',
      refuses: ['proposal_outdated'],
    },
    ({ tx, actor, body }) => take(tx, actor, body.rows, zone),
  )
})
