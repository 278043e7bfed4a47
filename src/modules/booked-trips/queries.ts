import { sql } from 'kysely'
import { membersOf } from '../../kit/db/fragments.ts'
import { jsonRow } from '../../kit/db/json.ts'
import { theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { tripInEnglish } from '../shown-names.ts'
import { isBookingSeen } from '../travelers/visible.ts'
import type { Reader } from '../users/reader.ts'

type Names = { name: string; name_en: string | null }
type Day = {
  starts_on: string
  title: string
  title_en: string | null
  description: string | null
  description_en: string | null
}
type Hotel = Names & { address: string | null; phone: string | null; check_in: string; check_out: string }
type Flight = {
  flight_number: string
  origin: string
  destination: string
  departs_local: string
  arrives_local: string
  baggage: string | null
}
type Assembly = {
  at: string | null
  place: string | null
  place_en?: string | null
  contact: string | null
  contact_en?: string | null
}

const days = sql<Day[]>`(
  select coalesce(json_agg(json_build_object(${membersOf('s', ['starts_on', 'title', 'title_en', 'description', 'description_en'])}) order by s.sequence), '[]')
    from planned_trip_segments s where s.planned_trip_id = t.id)`
const hotels = sql<Hotel[]>`(
  select coalesce(json_agg(json_build_object('name', h.name, 'name_en', h.name_en, 'address', h.address, 'phone', h.phone,
      'check_in', s.check_in, 'check_out', s.check_out) order by s.check_in, s.id), '[]')
    from planned_trip_stays s join hotels h on h.id = s.hotel_id where s.planned_trip_id = t.id and s.status <> 'cancelled')`
const local = (at: string, zone: string) =>
  sql`to_char(${sql.ref(at)} at time zone ${sql.ref(zone)}, 'YYYY-MM-DD"T"HH24:MI')`
const flights = sql<Flight[]>`(
  select coalesce(json_agg(json_build_object('flight_number', f.flight_number, 'origin', f.origin, 'destination', f.destination,
      'departs_local', ${local('f.departs_at', 'f.departs_timezone')}, 'arrives_local', ${local('f.arrives_at', 'f.arrives_timezone')},
      'baggage', f.baggage) order by f.departs_at, f.id), '[]')
    from planned_trip_flights f where f.planned_trip_id = t.id and f.status <> 'cancelled')`
const leader = sql<Names | null>`(
  select json_build_object(${membersOf('l', ['name', 'name_en'])}) from tour_leaders l where l.id = t.assigned_leader_id)`

type OfBooking = Reader & { id: number }

/** The trip of a booking without prices and internal notes, as its travelers may see it. */
const trips = (db: Db, { id, ...reader }: OfBooking) =>
  db
    .selectFrom('bookings')
    .innerJoin('planned_trips as t', 't.id', 'bookings.planned_trip_id')
    .select(['t.id', 't.serial', 't.name', tripInEnglish('t').as('name_en'), 't.departure_date', 't.return_date'])
    .select(sql<Assembly | null>`t.assembly`.as('assembly'))
    .select([leader.as('leader'), flights.as('flights'), hotels.as('hotels'), days.as('days')])
    .where('bookings.id', '=', id)
    .where(isBookingSeen(reader))

export const bookedTrip = theRow(trips)
export type BookedTrip = Awaited<ReturnType<typeof bookedTrip>>

/** Like `trips`, as the answer of a route. */
export const bookedTripJson = jsonRow(trips)
