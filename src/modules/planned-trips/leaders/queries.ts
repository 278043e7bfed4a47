import { sql } from 'kysely'
import { isOneOf } from '../../../kit/db/condition.ts'
import { jsonArrayOf, jsonRecord } from '../../../kit/db/json.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import { conflictsOf } from '../../leader-calendar/blocks.ts'
import { leaderIn, tripCalled } from '../../shown-names.ts'
import { staffedStatuses } from '../../trip-statuses.ts'
import { tripSeen } from '../visible.ts'
import type { Duty } from './schema.ts'

/** The trip, locked until the transaction ends. */
export const lockedTrip = async (tx: Tx, id: number) =>
  found(await tx.selectFrom('planned_trips').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
export type LockedTrip = Awaited<ReturnType<typeof lockedTrip>>

/** The trips that a leader leads or briefs and that are not over on a day. */
export const dutiesAfter = async (db: Db, leader: number, day: string) => {
  const { rows } = await sql<{ id: number; duty: Duty }>`
    select t.id, duty from planned_trips t
      cross join lateral (values ('assigned', assigned_leader_id), ('briefing', briefing_leader_id)) d (duty, leader)
     where d.leader = ${leader} and t.return_date > ${day}::date and ${isOneOf('t.status', staffedStatuses)}
     order by t.departure_date, t.id`.execute(db)
  return rows
}

/** A trip with its briefing as it is told: its hours are those of the house's clock. */
export const briefingOf = (db: Db, id: number) =>
  db
    .selectFrom('planned_trips')
    .select([
      'serial',
      'name',
      'departure_date',
      'return_date',
      'briefing_leader_id',
      'assigned_leader_id',
      'op_user_id',
    ])
    .select(inEnglish)
    .select(
      sql<string | null>`to_char(briefing_starts_at at time zone house_zone(), 'YYYY-MM-DD HH24:MI')
        || to_char(briefing_ends_at at time zone house_zone(), '–HH24:MI')`.as('hours'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** A trip as notices name it. */
export const tripInWords = (db: Db, id: number) =>
  db
    .selectFrom('planned_trips')
    .select(['serial', 'name', 'departure_date as starts', 'return_date as ends'])
    .select(inEnglish)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const inEnglish = tripCalled('planned_trips').as('name_en')

/** A meeting point as notices name it, and the leader of the trip. */
export const assemblyInWords = (db: Db, id: number) =>
  db
    .selectFrom('planned_trips')
    .select(['serial', 'name', 'assigned_leader_id as leader'])
    .select([
      inEnglish,
      sql<string | null>`to_char((assembly ->> 'at')::timestamptz at time zone house_zone(), 'YYYY-MM-DD HH24:MI')`.as(
        'time',
      ),
      assemblyIn('place', 'place_en').as('place'),
      assemblyIn('place_en', 'place').as('place_en'),
      assemblyIn('contact', 'contact_en').as('contact'),
      assemblyIn('contact_en', 'contact').as('contact_en'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** A text of the meeting point, or the other one where there is none. */
const assemblyIn = (name: string, other: string) =>
  sql<string | null>`coalesce(assembly ->> ${sql.lit(name)}, assembly ->> ${sql.lit(other)})`

/** A trip and its leader as notices name them. */
export const leaderInWords = (db: Db, id: number) =>
  db
    .selectFrom('planned_trips as p')
    .innerJoin('tour_leaders as l', 'l.id', 'p.assigned_leader_id')
    .select([
      'p.serial',
      'p.name',
      'p.op_user_id',
      'p.departure_date as starts',
      'p.return_date as ends',
      'l.name as leader',
    ])
    .select(tripCalled('p').as('name_en'))
    .select(sql<string>`coalesce(l.name_en, l.name)`.as('leader_en'))
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow()

/** Whether somebody else was the leader of a trip before. */
export const isReplaced = async (db: Db, id: number, leader: number) => {
  const former = await db
    .selectFrom('trip_leader_changes')
    .select('id')
    .where('planned_trip_id', '=', id)
    .where('duty', '=', 'assigned')
    .where('tour_leader_id', '<>', leader)
    .limit(1)
    .executeTakeFirst()
  return former !== undefined
}

/** A briefing as notices name it. */
export const briefingInWords = async (db: Db, id: number) => {
  const { serial, name, name_en, hours } = await briefingOf(db, id)
  return { serial, name, name_en, hours: hours ?? 'unset' }
}

export const tripLeaders = jsonRecord((db, { id }: { id: number }) =>
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

export const leaderHistory = jsonArrayOf(tripSeen, (db, { id }) =>
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
