import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import type { Locale } from '../../kit/words/words.ts'
import { changeTrip } from '../planned-trips/change.ts'
import { tripFlow } from '../planned-trips/flow.ts'
import { withNews } from '../planned-trips/news.ts'
import { lockedTrip } from '../planned-trips/trip.ts'
import type { Composed } from './composed.ts'
import { type LockedFlight, type LockedItinerary, lockedAround, lockedItinerary } from './locks.ts'
import {
  type Differences,
  Flight,
  type FlightChange,
  type FlightUpdate,
  type Itinerary,
  type Meeting,
} from './schema.ts'
import { settled } from './settled.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'trip-flights.changed': {
      planned_trip_id: number
      actor_id: number | undefined
      flight_numbers: string[]
    } & Differences
  }
}

/** Who changes flights; an import at a terminal has no account. */
type Editor = Pick<Actor, 'roles'> & { id: number | undefined }
/** With an account, an assembly may be changed in the same call. */
type Account = { actor: Actor; zone: string; locale: Locale }

export async function addFlight(tx: Tx, actor: Editor, planned_trip_id: number, body: FlightChange) {
  const { tell_travelers, ...sent } = body
  const itinerary = await lockedItinerary(tx, planned_trip_id)
  mayTake(tripFlow, 'flights', itinerary.trip, actor.roles)
  const flights = await settled(tx, itinerary, [{ at: '', sent, kept: undefined }], itinerary.flights)
  const { added } = await write(tx, { ...actor, tell_travelers }, itinerary, flights, [])
  return added[0] ?? 0
}

/** Changes a flight, and in the same call the assembly of its trip. Returns the trip. */
export async function changeFlight(
  tx: Tx,
  { actor, ...by }: Account,
  id: number,
  { assembly, ...body }: FlightUpdate,
  expected: Expected,
) {
  const { tell_travelers, ...sent } = body
  const { flight: kept, ...itinerary } = await lockedAround(tx, id)
  guardVersion(kept, expected)
  mayTake(tripFlow, 'flights', itinerary.trip, actor.roles)
  const others = itinerary.flights.filter((flight) => flight !== kept)
  const flights = await settled(tx, itinerary, [{ at: '', sent, kept }], others)
  const also = () => meetAt(tx, itinerary.trip.id, assembly, { actor, ...by })
  await write(tx, { ...actor, tell_travelers }, itinerary, flights, [], also)
  return itinerary.trip.id
}

export async function removeFlight(tx: Tx, actor: Actor, id: number, expected: Expected) {
  const { flight, ...itinerary } = await lockedAround(tx, id)
  guardVersion(flight, expected)
  mayTake(tripFlow, 'flights', itinerary.trip, actor.roles)
  await write(tx, actor, itinerary, [], [flight])
}

/** Replaces the whole itinerary: all or nothing. */
export async function replaceFlights(tx: Tx, { actor, ...by }: Account, planned_trip_id: number, body: Itinerary) {
  const { flights: sent, tell_travelers, assembly } = body
  const itinerary = await lockedItinerary(tx, planned_trip_id)
  mayTake(tripFlow, 'flights', itinerary.trip, actor.roles)
  const known = new Map(itinerary.flights.map((flight) => [flight.id, flight]))
  const drafts = sent.map(({ id, ...sent }, i) => {
    const at = `flights.${i}.`
    if (id === undefined) return { at, sent, kept: undefined }
    const kept = known.get(id) ?? refuseField(`${at}id`, notHere)
    known.delete(id)
    return { at, sent, kept }
  })
  const flights = await settled(tx, itinerary, drafts, [])
  const also = () => meetAt(tx, planned_trip_id, assembly, { actor, ...by })
  return write(tx, { ...actor, tell_travelers }, itinerary, flights, [...known.values()], also)
}

/** Changes the given parts of the assembly of a trip. One that is not before the first flight is refused. */
const meetAt = async (tx: Tx, id: number, assembly: Meeting | undefined, by: Account) => {
  if (!assembly) return
  const { assembly: kept } = await lockedTrip(tx, id)
  await changeTrip(tx, id, { assembly: { ...kept, ...assembly } }, { ...by, expected: undefined })
}

type Settled = { flight: Composed; kept: LockedFlight | undefined }

type By = Editor & { tell_travelers?: boolean | undefined }

/** Writes flights with what belongs to the same change, and queues its news. */
const write = async (
  tx: Tx,
  by: By,
  itinerary: LockedItinerary,
  flights: Settled[],
  gone: LockedFlight[],
  also?: () => Promise<void>,
) => {
  const { id } = itinerary.trip
  return withNews(tx, id, { actor_id: by.id, tell_travelers: by.tell_travelers }, async () => {
    const differences = await writeFlights(tx, by, itinerary, flights, gone)
    await also?.()
    return differences
  })
}

const writeFlights = async (
  tx: Tx,
  by: Editor,
  { trip }: LockedItinerary,
  flights: Settled[],
  gone: LockedFlight[],
) => {
  const removed = gone.map(({ id }) => id)
  if (removed.length) await tx.deleteFrom('planned_trip_flights').where('id', 'in', removed).execute()
  const added: number[] = []
  const changed: LockedFlight[] = []
  for (const { flight, kept } of flights) {
    if (!kept) added.push(await insert(tx, trip.id, flight))
    else if (await update(tx, kept, flight)) changed.push(kept)
  }

  const touched = [...flights.flatMap(({ flight, kept }) => [flight, kept ?? flight]), ...gone]
  const flight_numbers = [...new Set(touched.map(({ flight_number }) => flight_number))]
  const differences = { added, changed: changed.map(({ id }) => id), removed }
  await emit(tx, 'trip-flights.changed', { planned_trip_id: trip.id, actor_id: by.id, flight_numbers, ...differences })
  return differences
}

const insert = async (tx: Tx, planned_trip_id: number, flight: Composed) => {
  const values = { ...flight, planned_trip_id }
  const { id } = await tx.insertInto('planned_trip_flights').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Unchanged rows are not written. */
const update = async (tx: Tx, kept: LockedFlight, flight: Composed) => {
  const change = Object.entries(flight).filter(
    ([name, value]) => name in Flight.properties && value !== Reflect.get(kept, name),
  )
  if (!change.length) return false
  await tx.updateTable('planned_trip_flights').set(Object.fromEntries(change)).where('id', '=', kept.id).execute()
  return true
}

const notHere = ['這個團沒有這個航班，或重複出現。', 'This trip has no such flight, or it stands here twice.'] as const
