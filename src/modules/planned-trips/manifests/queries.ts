import { sql } from 'kysely'
import { oneRow, statement } from '../../../kit/db/statement.ts'
import { seatedStatuses } from '../../booking-statuses.ts'
import { tripInEnglish } from '../../shown-names.ts'
import { isOutside, type Reader } from '../../users/reader.ts'
import { seats } from '../seats.ts'
import { tripsSeenBy } from '../visible.ts'

type OneTrip = Reader & { id: number }
export type Traveling = Awaited<ReturnType<typeof travelersOf>>[number]

type Wish = { kind: string; detail: string; status: string }
// Wishes that were not declined; a leader sees only those shown to it.
const wishes = (reader: Reader) => sql<Wish[]>`(
  select coalesce(json_agg(json_build_object('kind', r.kind, 'detail', r.detail, 'status', r.status) order by r.id), '[]')
    from traveler_requests r
   where r.traveler_id = v.id and r.status <> 'declined' ${isOutside(reader) ? sql`and r.visible_to_leader` : sql``})`

type Extra = {
  request_number: string
  name: string
  name_en: string | null
  quantity: number
  details: object
  status: string
}
// What was agreed or delivered, without prices, because leaders read it.
const extras = sql<Extra[]>`(
  select coalesce(json_agg(json_build_object('request_number', x.request_number, 'name', t.name, 'name_en', t.name_en,
      'quantity', x.quantity, 'details', x.details, 'needed_by', x.needed_by, 'status', x.status) order by x.id), '[]')
    from addon_requests x join addon_request_types t on t.id = x.type_id
   where x.traveler_id = v.id and x.status in ('confirmed', 'completed'))`

/** The travelers behind every list of a trip. Cancelled and waitlisted people are never included. */
export const travelersOf = statement((db, { id, ...reader }: OneTrip) =>
  tripsSeenBy(db, reader)
    .innerJoin('bookings as b', 'b.planned_trip_id', 'planned_trips.id')
    .innerJoin('travelers as v', 'v.booking_id', 'b.id')
    .select(sql<number>`row_number() over (order by b.booking_number, v.id)`.as('number'))
    .select(['v.id as traveler_id', 'b.booking_number', 'b.status as booking_status'])
    .select(['v.name', 'v.surname_en', 'v.given_name_en', 'v.gender', 'v.nationality', 'v.passenger_type', 'v.mobile'])
    .select(['v.roommate_group', 'v.bed_type', 'v.bed', 'v.meal_requirement', 'v.food_restrictions'])
    .select(sql<boolean>`v.allergies is not null`.as('has_allergies'))
    .select([wishes(reader).as('wishes'), extras.as('extras')])
    .where('planned_trips.id', '=', id)
    .where('b.status', 'in', seatedStatuses)
    .where('v.status', '=', 'active')
    .orderBy('number'),
)

const flights = sql<
  object[]
>`(select coalesce(json_agg(json_build_object('direction', f.direction, 'flight_number', f.flight_number,
    'origin', f.origin, 'destination', f.destination, 'departs_at', f.departs_at, 'arrives_at', f.arrives_at,
    'departs_local', to_char(f.departs_at at time zone f.departs_timezone, 'YYYY-MM-DD"T"HH24:MI'),
    'arrives_local', to_char(f.arrives_at at time zone f.arrives_timezone, 'YYYY-MM-DD"T"HH24:MI'))
    order by f.departs_at, f.id), '[]')
  from planned_trip_flights f where f.planned_trip_id = planned_trips.id and f.status <> 'cancelled')`
const leader = sql<object | null>`(select json_build_object('name', l.name, 'name_en', l.name_en, 'mobile', l.mobile)
  from tour_leaders l where l.id = planned_trips.assigned_leader_id)`

/** The heading of a manifest. */
export const headingOf = oneRow((db, { id, ...reader }: OneTrip) =>
  tripsSeenBy(db, reader)
    .select(['planned_trips.id', 'serial', 'name', 'departure_date', 'return_date', 'status', 'assembly'])
    .select([
      tripInEnglish('planned_trips').as('name_en'),
      leader.as('leader'),
      flights.as('flights'),
      seats.as('seats'),
    ])
    .where('planned_trips.id', '=', id),
)
