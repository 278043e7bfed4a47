import { sql } from 'kysely'
import { statement } from '../../../kit/db/statement.ts'
import { hotelOf } from '../stays/queries.ts'

const travelers = sql<number[]>`array(select t.traveler_id from stay_room_travelers t
  where t.room_id = stay_rooms.id order by t.traveler_id)`

/** All rooms of the stays of a trip. */
export const roomsOfTrip = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('stay_rooms')
    .innerJoin('planned_trip_stays as s', 's.id', 'stay_rooms.stay_id')
    .select(['stay_rooms.id', 'stay_rooms.stay_id', 'stay_rooms.number', 'stay_rooms.type', 'stay_rooms.notes'])
    .select(travelers.as('traveler_ids'))
    .where('s.planned_trip_id', '=', id)
    .orderBy('stay_rooms.stay_id')
    .orderBy('stay_rooms.number'),
)
export type RoomOfTrip = Awaited<ReturnType<typeof roomsOfTrip>>[number]

/** The stays of a trip that take place, by check-in. */
export const staysOfTrip = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('planned_trip_stays')
    .select(['id', 'check_in', 'check_out', 'rooms as held', 'rooms_version as version'])
    .select(hotelOf.as('hotel'))
    .where('planned_trip_id', '=', id)
    .where('status', '<>', 'cancelled')
    .orderBy('check_in')
    .orderBy('id'),
)
export type StayOfTrip = Awaited<ReturnType<typeof staysOfTrip>>[number]
