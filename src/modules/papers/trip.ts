import { sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import { promised } from '../bookings/open-trip-facts.ts'
import { mealTexts, plannedHotel } from '../packages/planned-hotel.ts'
import { tripsSeenBy } from '../planned-trips/visible.ts'
import { tripInEnglish } from '../shown-names.ts'
import { feeLines, readyLines } from '../trip-promise.ts'
import type { Reader } from '../users/reader.ts'

type Names = { name: string; name_en: string | null }
type FlightOnPaper = {
  direction: string
  flight_number: string
  origin: string
  destination: string
  departs_local: string
  arrives_local: string
  baggage: string | null
}
type DayOnPaper = { starts_on: string; ends_on: string; title: string; description: string | null }
type StayOnPaper = {
  check_in: string
  check_out: string
  hotel: Names & { address: string | null; address_en: string | null; phone: string | null }
}
type LeaderOnPaper = Names & { mobile: string | null }
type AssemblyOnPaper = {
  at: string | null
  place: string | null
  place_en: string | null
  contact: string | null
  contact_en: string | null
}

const local = (moment: string, zone: string) =>
  sql`to_char((${sql.raw(moment)}) at time zone ${sql.raw(zone)}, 'YYYY-MM-DD"T"HH24:MI')`
export function inZone(moment: string) {
  return local(moment, "current_setting('guidon.zone')")
}

/** The flights of the trip in the statement, with the local times and the names of airports. */
const flights = sql<FlightOnPaper[]>`(
  select coalesce(json_agg(json_build_object('direction', f.direction, 'flight_number', f.flight_number, 'cabin', f.cabin,
      'origin', f.origin, 'origin_name', o.name, 'origin_name_en', o.name_en,
      'destination', f.destination, 'destination_name', d.name, 'destination_name_en', d.name_en,
      'departs_local', ${local('f.departs_at', 'f.departs_timezone')}, 'arrives_local', ${local('f.arrives_at', 'f.arrives_timezone')},
      'baggage', f.baggage, 'pnr', f.pnr) order by f.departs_at, f.id), '[]')
    from planned_trip_flights f
    left join airports o on o.iata_code = f.origin left join airports d on d.iata_code = f.destination
   where f.planned_trip_id = planned_trips.id and f.status <> 'cancelled')`

const days = sql<DayOnPaper[]>`(
  select coalesce(json_agg(json_build_object('starts_on', s.starts_on, 'ends_on', s.ends_on, 'title', s.title, 'title_en', s.title_en,
      'description', s.description, 'description_en', s.description_en,
      'hotel_name', coalesce(stay.name, ${plannedHotel.name}), 'hotel_name_en', case when stay.name is null then ${plannedHotel.name_en} else stay.name_en end,
      'breakfast', s.breakfast, 'lunch', s.lunch, 'dinner', s.dinner, ${mealTexts}) order by s.sequence), '[]')
    from planned_trip_segments s
    left join lateral (
      select h.name, h.name_en from planned_trip_stays y join hotels h on h.id = y.hotel_id
       where y.planned_trip_id = s.planned_trip_id and y.status <> 'cancelled'
         and y.check_in <= s.starts_on and y.check_out > s.starts_on order by y.check_in limit 1) stay on true
   where s.planned_trip_id = planned_trips.id)`

const stays = sql<StayOnPaper[]>`(
  select coalesce(json_agg(json_build_object('check_in', y.check_in, 'check_out', y.check_out, 'confirmation', y.confirmation_number,
      'hotel', json_build_object('name', h.name, 'name_en', h.name_en, 'address', h.address, 'address_en', h.address_en, 'phone', h.phone))
      order by y.check_in, y.id), '[]')
    from planned_trip_stays y join hotels h on h.id = y.hotel_id
   where y.planned_trip_id = planned_trips.id and y.status <> 'cancelled')`

const leader = sql<LeaderOnPaper | null>`(
  select json_build_object('name', l.name, 'name_en', l.name_en, 'mobile', l.mobile)
    from tour_leaders l where l.id = planned_trips.assigned_leader_id)`
const assembly = sql<AssemblyOnPaper | null>`case when planned_trips.assembly is not null then json_build_object(
  'at', ${inZone("(planned_trips.assembly->>'at')::timestamptz")},
  'place', planned_trips.assembly->>'place', 'place_en', planned_trips.assembly->>'place_en',
  'contact', planned_trips.assembly->>'contact', 'contact_en', planned_trips.assembly->>'contact_en') end`
const person = (column: string) => sql<object | null>`(
  select json_build_object('name', u.name, 'name_en', u.name_en, 'phone', u.phone, 'email', u.email)
    from users u where u.id = ${sql.ref(`planned_trips.${column}`)})`
const briefing = sql<
  string | null
>`to_char(planned_trips.briefing_starts_at at time zone current_setting('guidon.zone'), 'YYYY-MM-DD"T"HH24:MI')`

/** The fields of a trip that papers show. `terms` are those under which it is sold. */
export const tripColumns = [
  flights.as('flights'),
  days.as('days'),
  stays.as('stays'),
  leader.as('leader'),
  assembly.as('assembly'),
  person('op_user_id').as('op'),
  briefing.as('briefing_at'),
] as const
export const tripNames = [
  'planned_trips.serial',
  'planned_trips.name',
  tripInEnglish('planned_trips').as('name_en'),
  'planned_trips.departure_date',
  'planned_trips.return_date',
  'planned_trips.terms',
] as const

/** A trip with the fields that papers show. */
export const tripOnPaper = theRow((db, { id, ...reader }: Reader & { id: number }) =>
  tripsSeenBy(db, reader)
    .select(['planned_trips.id', ...tripNames])
    .select(tripColumns)
    .where('planned_trips.id', '=', id),
)
/** How ready the trip is and what a cancellation costs. */
export const promisedOnPaper = theRow((db, { id, ...reader }: Reader & { id: number }) =>
  tripsSeenBy(db, reader).select(promised.as('promised')).where('planned_trips.id', '=', id),
)
export type PromisedOnPaper = Awaited<ReturnType<typeof promisedOnPaper>>['promised']
export type TripOnPaper = Awaited<ReturnType<typeof tripOnPaper>>

/** How ready the trip is and what a cancellation costs on which day, in the words of the public page. */
export function promiseOf({ promised, departure_date }: { promised: PromisedOnPaper; departure_date: string }) {
  return { ready: readyLines(promised), cancellation: feeLines(promised.cancellation_steps, departure_date) }
}

type Trip = Pick<TripOnPaper, 'serial' | 'name' | 'name_en' | 'departure_date' | 'return_date'>

/** File name, title and subject of a paper of a trip. */
export function onTrip(trip: Trip, paper: string, title: Words, locale: Locale) {
  const { serial, name, name_en, departure_date, return_date } = trip
  const subject = `${serial}　${say([name, name_en ?? name], locale)}　${departure_date} – ${return_date}`
  return { file: `${serial}-${paper}`, title, subject }
}
