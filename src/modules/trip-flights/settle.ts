import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { type FieldFaults, found, refuse } from '../../kit/errors.ts'
import { faultsOf } from './checks.ts'
import { airportsNamed, type ComposedFlight, compose, routeOn } from './compose.ts'
import { onTheSpot } from './read.ts'
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

/** The body of a flight. `at` is the prefix of its fields in faults. */
type Draft = { at: string; sent: FlightChange; kept: LockedFlight | undefined }

/** Combines the bodies with the stored flights and checks the whole itinerary. All faults are reported at once. */
export async function settle(tx: Tx, { trip, flights }: LockedItinerary, drafts: Draft[], untouched: LockedFlight[]) {
  const { made, airports } = await composeAll(tx, flights, drafts, untouched)
  const faults: FieldFaults = {}
  for (const { flight, field, words, other } of faultsOf([...made.keys(), ...untouched], trip, airports)) {
    const here = made.has(flight) ? { flight, field } : other
    const draft = here && made.get(here.flight)
    if (here && draft) faults[draft.at + here.field] = [...(faults[draft.at + here.field] ?? []), words]
  }
  if (Object.keys(faults).length) refuse('invalid_input', { errors: faults })
  return [...made].map(([flight, { kept }]) => ({ flight, kept }))
}

/** Each flight with its body. Refuses incomplete ones. */
const composeAll = async (tx: Tx, flights: LockedItinerary['flights'], drafts: Draft[], untouched: LockedFlight[]) => {
  const routes = []
  for (const { sent, kept, at } of drafts) routes.push(await routeOn(tx, sent, kept, at))
  const ends = [...drafts.map(({ sent }) => sent), ...routes, ...flights]
  const airports = await airportsNamed(
    tx,
    ends.flatMap(({ origin, destination }) => [origin ?? [], destination ?? []].flat()),
  )
  const faults: FieldFaults = {}
  const made = new Map<ComposedFlight, Draft>()
  for (const [i, draft] of drafts.entries()) {
    const route = routes[i] ?? {}
    const sequence = sequenceOf(draft, drafts.slice(0, i), untouched)
    const flight = compose({ ...draft, route, airports, sequence })
    if ('faults' in flight) for (const [field, words] of Object.entries(flight.faults)) faults[draft.at + field] = words
    else made.set(flight, draft)
  }
  if (Object.keys(faults).length) refuse('invalid_input', { errors: faults })
  return { made, airports }
}

// The next position in its direction.
const sequenceOf = ({ sent: { direction } }: Draft, before: Draft[], untouched: LockedFlight[]) => {
  const taken = untouched.filter((flight) => flight.direction === direction).map(({ sequence }) => sequence)
  const ahead = before.filter(({ sent, kept }) => (sent.direction ?? kept?.direction) === direction)
  return Math.max(0, ...taken) + ahead.length + 1
}
