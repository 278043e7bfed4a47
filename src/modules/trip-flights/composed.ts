import type { Static } from 'typebox'
import type { FieldFaults } from '../../kit/errors.ts'
import { isSkipped, momentOf, skippedTime } from '../../kit/http/routes/formats.ts'
import type { Flight, FlightChange } from './schema.ts'

/** A flight before it is stored; an existing one has its id. */
export type Composed = Omit<Static<typeof Flight>, 'planned_trip_id'> & { id?: number | undefined }

/** A stored flight with its local times. */
type KeptFlight = Composed & { id: number; departs_local: string; arrives_local: string }

/** The data of a timetable route on a day, in local times. Unknown fields are missing. */
export type OnRoute = Partial<Pick<Composed, 'airline_id' | 'flight_number' | 'origin' | 'destination'>> & {
  departs_at?: string | undefined
  arrives_at?: string | undefined
}

/** The city and time zone of each airport. */
export type Airports = ReadonlyMap<string, { city_id: number | null; timezone: string }>

export type Sources = {
  sent: FlightChange
  route: OnRoute
  kept: KeptFlight | undefined
  airports: Airports
  /** The default position. */
  sequence: number
}

/** Values in the body come before those of the route, and these before stored ones. Missing fields are reported. */
export function composed({ sent, route, kept, airports, sequence }: Sources): Composed | { faults: FieldFaults } {
  const { flies_on, ...asked } = { ...route, ...sent }
  const merged = { sequence, ...kept, ...asked }
  const departs = endOf(
    { airport: merged.origin, at: asked.departs_at, zone: asked.departs_timezone },
    kept && { airport: kept.origin, at: kept.departs_at, zone: kept.departs_timezone, local: kept.departs_local },
    airports,
  )
  const arrives = endOf(
    { airport: merged.destination, at: asked.arrives_at, zone: asked.arrives_timezone },
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
  const told = at ?? (kept?.zone === here ? kept?.at : kept?.local)
  const isGap = here !== undefined && told !== undefined && isSkipped(told, here)
  return {
    zone: here,
    at: here && told && !isGap ? momentOf(told, here) : undefined,
    isTold: told !== undefined,
    isGap,
  }
}

const needed = ['direction', 'flight_number', 'origin', 'destination'] as const
const atEnds = ['departs_at', 'departs_timezone', 'arrives_at', 'arrives_timezone'] as const

const isWhole = (flight: Partial<Composed>): flight is Composed =>
  [...needed, ...atEnds].every((name) => flight[name] !== undefined)

type Incomplete = Partial<Record<(typeof needed)[number], string>> &
  Record<'departs' | 'arrives', ReturnType<typeof endOf>>

const missingIn = ({ departs, arrives, ...flight }: Incomplete): FieldFaults => ({
  ...Object.fromEntries(needed.filter((name) => flight[name] === undefined).map((name) => [name, [required]])),
  ...(!departs.isTold && { departs_at: [required] }),
  ...(!arrives.isTold && { arrives_at: [required] }),
  ...(departs.isGap && { departs_at: [skippedTime] }),
  ...(arrives.isGap && { arrives_at: [skippedTime] }),
  ...(flight.origin && !departs.zone && { origin: [unknownAirport] }),
  ...(flight.destination && !arrives.zone && { destination: [unknownAirport] }),
})

const required = ['此欄位必填。', 'This field is required.'] as const
const unknownAirport = [
  '沒有這個機場：請使用機場代碼（不是城市代碼），或先新增機場，或送出該端的時區。',
  'There is no such airport: send the code of an airport and not of a city, add the airport first, or send the time zone of this end.',
] as const
