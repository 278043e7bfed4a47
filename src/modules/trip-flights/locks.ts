import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuseField } from '../../kit/errors.ts'
import type { Airports, OnRoute } from './composed.ts'
import { onTheSpot } from './queries.ts'
import type { FlightChange } from './schema.ts'

/** Locks a trip with its flights, so that the final itinerary is checked. */
export async function lockedItinerary(tx: Tx, planned_trip_id: number) {
  const trip = found(
    await tx
      .selectFrom('planned_trips')
      .select(['id', 'departure_date', 'return_date', 'status'])
      .where('id', '=', planned_trip_id)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )
  const flights = await tx
    .selectFrom('planned_trip_flights')
    .selectAll()
    .select([instant('departs_at').as('departs_at'), instant('arrives_at').as('arrives_at')])
    .select(onTheSpot)
    .where('planned_trip_id', '=', planned_trip_id)
    .orderBy('planned_trip_flights.departs_at')
    .orderBy('id')
    .execute()
  return { trip, flights }
}
export type LockedItinerary = Awaited<ReturnType<typeof lockedItinerary>>
export type LockedFlight = LockedItinerary['flights'][number]

/** The locked itinerary of a flight. */
export async function lockedAround(tx: Tx, id: number) {
  const { planned_trip_id } = found(
    await tx.selectFrom('planned_trip_flights').select('planned_trip_id').where('id', '=', id).executeTakeFirst(),
  )
  const itinerary = await lockedItinerary(tx, planned_trip_id)
  return { ...itinerary, flight: found(itinerary.flights.find((flight) => flight.id === id)) }
}

// The format of a body, so that sent and stored values can be compared.
const instant = (column: 'departs_at' | 'arrives_at') =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/**
 * The cities and time zones of airports. An airport without a record is found by the code or an alias of its city. If the airports
 * of a city have records, the code of the city itself is not accepted.
 */
export async function airportsNamed(tx: Tx, codes: readonly string[]): Promise<Airports> {
  const { rows } = await sql<{ code: string; city_id: number | null; timezone: string }>`
    with asked as (select unnest(${[...new Set(codes)]}::text[]) as code), by_city as (
      select distinct on (code) code, c.id as city_id, c.timezone
        from asked join cities c on c.iata_code = code or code = any (c.aliases)
       where not exists (select from airports a where a.city_id = c.id and c.iata_code = code)
       order by code, c.iata_code is not distinct from code desc, c.id)
    select code, a.city_id, a.timezone from asked join airports a on a.iata_code = code
    union all
    select by_city.* from by_city where not exists (select from airports a where a.iata_code = by_city.code)`.execute(
    tx,
  )
  return new Map(rows.map(({ code, ...city }) => [code, city]))
}

// A timetable has cities. The airport is the one with the code of the city, otherwise the first one of the city.
const mainAirport = (city: string) => sql`coalesce(
  (select a.iata_code from airports a where a.city_id = ${sql.ref(`${city}.id`)} and a.is_active
    order by a.iata_code is not distinct from ${sql.ref(`${city}.iata_code`)} desc, a.sort_order, a.id limit 1),
  ${sql.ref(`${city}.iata_code`)})`

/** The data of a timetable route on a day. */
export async function routeOn(
  tx: Tx,
  { airline_route_id, flies_on }: FlightChange,
  kept: { airline_route_id: number | null } | undefined,
  at: string,
): Promise<OnRoute> {
  const id = airline_route_id ?? kept?.airline_route_id
  if (flies_on === undefined) {
    const isPicked = airline_route_id != null && airline_route_id !== kept?.airline_route_id
    return isPicked ? refuseField(`${at}flies_on`, needsDay) : {}
  }
  if (id == null) return refuseField(`${at}airline_route_id`, needsRoute)
  const { rows } = await sql<{ route: OnRoute; is_flown: boolean }>`
    select json_strip_nulls(json_build_object('airline_id', r.airline_id, 'flight_number', r.flight_number,
             'origin', ${mainAirport('o')}, 'destination', ${mainAirport('d')},
             'departs_at', ${flies_on}::date || 'T' || r.departs,
             'arrives_at', (${flies_on}::date + r.arrives_days_later) || 'T' || r.arrives)) as route,
           extract(isodow from ${flies_on}::date) = any (r.days_of_week)
             and ${flies_on}::date between coalesce(r.effective_from, '-infinity') and coalesce(r.effective_to, 'infinity') as is_flown
      from airline_routes r join cities o on o.id = r.origin_city_id join cities d on d.id = r.destination_city_id
     where r.id = ${id}`.execute(tx)
  const [picked] = rows
  if (!picked) return refuseField(`${at}airline_route_id`, ['沒有這筆資料。', 'There is no such record.'])
  return picked.is_flown ? picked.route : refuseField(`${at}flies_on`, notFlown)
}

const needsDay = ['選擇航線時請一併提供飛行日期。', 'Say on which day the route is flown.'] as const
const needsRoute = ['請選擇航線時刻。', 'Say which route of an airline is flown.'] as const
const notFlown = ['航班表上這一天沒有這個航班。', 'The timetable has no such flight on this day.'] as const
