import { sql } from 'kysely'
import { jsonArrayOf, jsonRecord } from '../../../kit/db/json.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import { columnsOf } from '../../../kit/resource/record.ts'
import type { Reader } from '../../users/reader.ts'
import { isTripSeen, isUnpriced, tripSeen } from '../visible.ts'
import { Leg, TripSegment } from './schema.ts'
import { localTime } from './zones.ts'

// The costs of a leg are not shown to leaders.
const legs = (db: Db, reader: Reader) =>
  db
    .selectFrom('planned_trip_segment_legs')
    .select(columnsOf('planned_trip_segment_legs', Leg, isUnpriced(reader) ? ['cost'] : []))
    .select([localTime('starts_at').as('starts_local'), localTime('ends_at').as('ends_local')])

const cities = sql`(select coalesce(json_agg(c.city_id order by c.sequence), '[]')
  from planned_trip_segment_cities c where c.segment_id = planned_trip_segments.id)`

/** The days of a trip, each with its legs. */
const segments = (db: Db, { id, ...reader }: Reader & { id: number }) =>
  db
    .selectFrom('planned_trip_segments')
    .innerJoin('planned_trips', 'planned_trips.id', 'planned_trip_segments.planned_trip_id')
    .select(columnsOf('planned_trip_segments', TripSegment))
    .select((is) => [
      cities.as('city_ids'),
      sql`(select coalesce(json_agg(l order by l.sequence), '[]') from (${legs(db, reader).where(
        'segment_id',
        '=',
        is.ref('planned_trip_segments.id'),
      )}) l)`.as('legs'),
    ])
    .where('planned_trips.id', '=', id)
    .where(isTripSeen(reader))
    .orderBy('planned_trip_segments.sequence')

export const segmentArray = jsonArrayOf(tripSeen, segments)
export const oneSegment = jsonRecord((db, { segment, ...given }: Reader & { id: number; segment: number }) =>
  segments(db, given).where('planned_trip_segments.id', '=', segment),
)

const legsOfTrip = (db: Db, { id, ...reader }: Reader & { id: number }) =>
  legs(db, reader)
    .innerJoin('planned_trip_segments as s', 's.id', 'planned_trip_segment_legs.segment_id')
    .innerJoin('planned_trips', 'planned_trips.id', 's.planned_trip_id')
    .where('planned_trips.id', '=', id)
    .where(isTripSeen(reader))
    .orderBy('s.sequence')
    .orderBy('planned_trip_segment_legs.sequence')

export const legArray = jsonArrayOf(tripSeen, legsOfTrip)
export const oneLeg = jsonRecord((db, { leg, ...given }: Reader & { id: number; leg: number }) =>
  legsOfTrip(db, given).where('planned_trip_segment_legs.id', '=', leg),
)

export type OneSegment = { id: number; segment: number }
export type OneLeg = { id: number; leg: number }

export const lockedSegment = async (tx: Tx, { id, segment }: OneSegment) =>
  found(
    await tx
      .selectFrom('planned_trip_segments')
      .selectAll()
      .where('planned_trip_id', '=', id)
      .where('id', '=', segment)
      .forUpdate()
      .executeTakeFirst(),
  )
export const lockedLeg = async (tx: Tx, { id, leg }: OneLeg) =>
  found(
    await tx
      .selectFrom('planned_trip_segment_legs')
      .selectAll()
      .where('id', '=', leg)
      .where('segment_id', 'in', (is) =>
        is.selectFrom('planned_trip_segments').select('id').where('planned_trip_id', '=', id),
      )
      .forUpdate()
      .executeTakeFirst(),
  )
