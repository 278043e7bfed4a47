import { sql } from 'kysely'
import { jsonArrayOf } from '../../../kit/db/json.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { columnsOf } from '../../../kit/resource/record.ts'
import type { Reader } from '../../users/reader.ts'
import { isTripSeen, isUnpriced, tripSeen } from '../visible.ts'
import { Leg, TripSegment } from './schema.ts'

// The costs of a leg are not shown to leaders.
const legs = (db: Db, reader: Reader) =>
  db
    .selectFrom('planned_trip_segment_legs')
    .select(columnsOf('planned_trip_segment_legs', Leg, isUnpriced(reader) ? ['cost'] : []))

const cities = sql`(select coalesce(json_agg(c.city_id order by c.sequence), '[]')
  from planned_trip_segment_cities c where c.segment_id = planned_trip_segments.id)`

/** The days of a trip, each with its legs. */
export const segmentArray = jsonArrayOf(tripSeen, (db, { id, ...reader }) =>
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
    .orderBy('planned_trip_segments.sequence'),
)

export const legArray = jsonArrayOf(tripSeen, (db, { id, ...reader }) =>
  legs(db, reader)
    .innerJoin('planned_trip_segments as s', 's.id', 'planned_trip_segment_legs.segment_id')
    .innerJoin('planned_trips', 'planned_trips.id', 's.planned_trip_id')
    .where('planned_trips.id', '=', id)
    .where(isTripSeen(reader))
    .orderBy('s.sequence')
    .orderBy('planned_trip_segment_legs.sequence'),
)
