import type { Tx } from '../../kit/db/tables.ts'
import { type FieldFaults, refuse } from '../../kit/errors.ts'
import { type Composed, composed } from './composed.ts'
import { airportsNamed, type LockedFlight, type LockedItinerary, routeOn } from './locks.ts'
import { faultsOf } from './rules.ts'
import type { FlightChange } from './schema.ts'

/** The body of a flight. `at` is the prefix of its fields in faults. */
export type Draft = { at: string; sent: FlightChange; kept: LockedFlight | undefined }

/** Combines the bodies with the stored flights and checks the whole itinerary. All faults are reported at once. */
export async function settled(tx: Tx, { trip, flights }: LockedItinerary, drafts: Draft[], untouched: LockedFlight[]) {
  const { made, airports } = await flightsOf(tx, flights, drafts, untouched)
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
const flightsOf = async (tx: Tx, flights: LockedItinerary['flights'], drafts: Draft[], untouched: LockedFlight[]) => {
  const routes = []
  for (const { sent, kept, at } of drafts) routes.push(await routeOn(tx, sent, kept, at))
  const ends = [...drafts.map(({ sent }) => sent), ...routes, ...flights]
  const airports = await airportsNamed(
    tx,
    ends.flatMap(({ origin, destination }) => [origin ?? [], destination ?? []].flat()),
  )
  const faults: FieldFaults = {}
  const made = new Map<Composed, Draft>()
  for (const [i, draft] of drafts.entries()) {
    const route = routes[i] ?? {}
    const sequence = placeOf(draft, drafts.slice(0, i), untouched)
    const flight = composed({ ...draft, route, airports, sequence })
    if ('faults' in flight) for (const [field, words] of Object.entries(flight.faults)) faults[draft.at + field] = words
    else made.set(flight, draft)
  }
  if (Object.keys(faults).length) refuse('invalid_input', { errors: faults })
  return { made, airports }
}

// The next position in its direction.
const placeOf = ({ sent: { direction } }: Draft, before: Draft[], untouched: LockedFlight[]) => {
  const taken = untouched.filter((flight) => flight.direction === direction).map(({ sequence }) => sequence)
  const ahead = before.filter(({ sent, kept }) => (sent.direction ?? kept?.direction) === direction)
  return Math.max(0, ...taken) + ahead.length + 1
}
