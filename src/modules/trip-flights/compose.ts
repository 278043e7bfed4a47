import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { type FieldFaults, refuseField } from '../../kit/errors.ts'
import { isSkipped, momentOf, skippedTime } from '../../kit/http/routes/formats.ts'
import type { Flight, FlightChange } from './schema.ts'

/** A flight before it is stored; an existing one has its id. */
export type ComposedFlight = Omit<Static<typeof Flight>, 'planned_trip_id'> & { id?: number | undefined }

/** A stored flight with its local times. */
type KeptFlight = ComposedFlight & { id: number; departs_local: string; arrives_local: string }

/** The data of a timetable route on a day, in local times. Unknown fields are missing. */
type RouteOnDay = Partial<Pick<ComposedFlight, 'airline_id' | 'flight_number' | 'origin' | 'destination'>> & {
  departs_at?: string | undefined
  arrives_at?: string | undefined
}

/** The city and time zone of each airport. */
export type Airports = ReadonlyMap<string, { city_id: number | null; timezone: string }>

type Sources = {
  sent: FlightChange
  route: RouteOnDay
  kept: KeptFlight | undefined
  airports: Airports
  /** The default position. */
  sequence: number
}

/** Values in the body come before those of the route, and these before stored ones. Missing fields are reported. */
export function compose({ sent, route, kept, airports, sequence }: Sources): ComposedFlight | { faults: FieldFaults } {
  const { flies_on, ...stated } = { ...route, ...sent }
  const merged = { sequence, ...kept, ...stated }
  const departs = endOf(
    { airport: merged.origin, at: stated.departs_at, zone: stated.departs_timezone },
    kept && { airport: kept.origin, at: kept.departs_at, zone: kept.departs_timezone, local: kept.departs_local },
    airports,
  )
  const arrives = endOf(
    { airport: merged.destination, at: stated.arrives_at, zone: stated.arrives_timezone },
    kept && { airport: kept.destination, at: kept.arrives_at, zone: kept.arrives_timezone, local: kept.arrives_local },
    airports,
  )
  const flight = {
    ...merged,
    departs_at: departs.at,
    departs_timezone: departs.zone,
    arrives_at: arrives.at,
    arrives_timezone: arrives.zone,
  }
  return isWhole(flight) ? flight : { faults: missingIn({ ...merged, departs, arrives }) }
}

type End = { airport: string | undefined; at: string | undefined; zone: string | undefined }
type KeptEnd = { airport: string; at: string; zone: string; local: string }

// A flight that moves to an airport in another zone keeps the local time on its ticket, not the instant.
const endOf = ({ airport = '', at, zone }: End, kept: KeptEnd | undefined, airports: Airports) => {
  const here = zone ?? (kept?.airport === airport ? kept.zone : airports.get(airport)?.timezone)
  const time = at ?? (kept?.zone === here ? kept?.at : kept?.local)
  const isGap = here !== undefined && time !== undefined && isSkipped(time, here)
  return {
    zone: here,
    at: here && time && !isGap ? momentOf(time, here) : undefined,
    isStated: time !== undefined,
    isGap,
  }
}

const needed = ['direction', 'flight_number', 'origin', 'destination'] as const
const atEnds = ['departs_at', 'departs_timezone', 'arrives_at', 'arrives_timezone'] as const

const isWhole = (flight: Partial<ComposedFlight>): flight is ComposedFlight =>
  [...needed, ...atEnds].every((name) => flight[name] !== undefined)

type Incomplete = Partial<Record<(typeof needed)[number], string>> &
  Record<'departs' | 'arrives', ReturnType<typeof endOf>>

const missingIn = ({ departs, arrives, ...flight }: Incomplete): FieldFaults => ({
  ...Object.fromEntries(needed.filter((name) => flight[name] === undefined).map((name) => [name, [required]])),
  ...(!departs.isStated && { departs_at: [required] }),
  ...(!arrives.isStated && { arrives_at: [required] }),
  ...(departs.isGap && { departs_at: [skippedTime] }),
  ...(arrives.isGap && { arrives_at: [skippedTime] }),
  ...(flight.origin && !departs.zone && { origin: [unknownAirport] }),
  ...(flight.destination && !arrives.zone && { destination: [unknownAirport] }),
})

const required = ['此欄位必填。', 'This field is required.'] as const
const unknownAirport = [
  '機場資料裡沒有這個代碼；請填機場的三碼（例如桃園 TPE，不是城市代碼），或先到「基本資料」新增這個機場。',
  'No airport has this code: give the three letters of the airport, such as TPE, and not those of a city, or add the airport to the reference data first.',
] as const

/**
 * The cities and time zones of airports. An airport without a record is found by the code or an alias of its city. If the airports
 * of a city have records, the code of the city itself is not accepted.
 */
export async function airportsNamed(tx: Tx, codes: readonly string[]): Promise<Airports> {
  const { rows } = await sql<{ code: string; city_id: number | null; timezone: string }>`
    with named as (select unnest(${[...new Set(codes)]}::text[]) as code), by_city as (
      select distinct on (code) code, c.id as city_id, c.timezone
        from named join cities c on c.iata_code = code or code = any (c.aliases)
       where not exists (select from airports a where a.city_id = c.id and c.iata_code = code)
       order by code, c.iata_code is not distinct from code desc, c.id)
    select code, a.city_id, a.timezone from named join airports a on a.iata_code = code
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
): Promise<RouteOnDay> {
  const id = airline_route_id ?? kept?.airline_route_id
  if (flies_on === undefined) {
    const isPicked = airline_route_id != null && airline_route_id !== kept?.airline_route_id
    return isPicked ? refuseField(`${at}flies_on`, needsDay) : {}
  }
  if (id == null) return refuseField(`${at}airline_route_id`, needsRoute)
  const { rows } = await sql<{ route: RouteOnDay; is_flown: boolean }>`
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
