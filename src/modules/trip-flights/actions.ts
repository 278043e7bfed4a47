import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import { tripFlow } from '../planned-trips/flow.ts'
import type { Composed } from './composed.ts'
import { type LockedFlight, type LockedItinerary, lockedAround, lockedItinerary } from './locks.ts'
import { type Differences, Flight, type FlightChange, type Itinerary } from './schema.ts'
import { settled } from './settled.ts'

/** The local times of a flight before it was changed. */
export type Retimed = Pick<LockedFlight, 'id' | 'departs_local' | 'arrives_local'>

declare module '../../kit/events.ts' {
  interface Events {
    'trip-flights.changed': {
      planned_trip_id: number
      actor_id: number | undefined
      flight_numbers: string[]
    } & Differences
    'trip-flights.retimed': {
      planned_trip_id: number
      actor_id: number | undefined
      flights: Retimed[]
      tell_travelers: boolean
    }
  }
}

/** Who changes flights; an import at a terminal has no account. */
type Editor = Pick<Actor, 'roles'> & { id: number | undefined }

export async function addFlight(tx: Tx, actor: Editor, planned_trip_id: number, body: FlightChange) {
  const { tell_travelers: _nobody, ...sent } = body
  const itinerary = await lockedItinerary(tx, planned_trip_id)
  mayTake(tripFlow, 'flights', itinerary.trip, actor.roles)
  const flights = await settled(tx, itinerary, [{ at: '', sent, kept: undefined }], itinerary.flights)
  const { added } = await write(tx, { ...actor, tell_travelers: false }, itinerary, flights, [])
  return added[0] ?? 0
}

export async function changeFlight(tx: Tx, actor: Actor, id: number, body: FlightChange, expected: Expected) {
  const { tell_travelers = false, ...sent } = body
  const { flight: kept, ...itinerary } = await lockedAround(tx, id)
  guardVersion(kept, expected)
  mayTake(tripFlow, 'flights', itinerary.trip, actor.roles)
  const others = itinerary.flights.filter((flight) => flight !== kept)
  const flights = await settled(tx, itinerary, [{ at: '', sent, kept }], others)
  await write(tx, { ...actor, tell_travelers }, itinerary, flights, [])
}

export async function removeFlight(tx: Tx, actor: Actor, id: number, expected: Expected) {
  const { flight, ...itinerary } = await lockedAround(tx, id)
  guardVersion(flight, expected)
  mayTake(tripFlow, 'flights', itinerary.trip, actor.roles)
  await write(tx, { ...actor, tell_travelers: false }, itinerary, [], [flight])
}

/** Replaces the whole itinerary: all or nothing. */
export async function replaceFlights(tx: Tx, actor: Actor, planned_trip_id: number, body: Itinerary) {
  const { flights: sent, tell_travelers = false } = body
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
  return write(tx, { ...actor, tell_travelers }, itinerary, flights, [...known.values()])
}

type Settled = { flight: Composed; kept: LockedFlight | undefined }

type By = Editor & { tell_travelers: boolean }

const write = async (tx: Tx, by: By, { trip }: LockedItinerary, flights: Settled[], gone: LockedFlight[]) => {
  const removed = gone.map(({ id }) => id)
  if (removed.length) await tx.deleteFrom('planned_trip_flights').where('id', 'in', removed).execute()
  const added: number[] = []
  const changed: LockedFlight[] = []
  const retimed: Retimed[] = []
  for (const { flight, kept } of flights) {
    if (!kept) added.push(await insert(tx, trip.id, flight))
    else if (await update(tx, kept, flight)) changed.push(kept)
    if (kept && (isRetimed(kept, flight) || isCancelled(kept, flight))) retimed.push(kept)
  }

  const told = { planned_trip_id: trip.id, actor_id: by.id }
  const touched = [...flights.flatMap(({ flight, kept }) => [flight, kept ?? flight]), ...gone]
  const flight_numbers = [...new Set(touched.map(({ flight_number }) => flight_number))]
  const differences = { added, changed: changed.map(({ id }) => id), removed }
  await emit(tx, 'trip-flights.changed', { ...told, flight_numbers, ...differences })
  if (retimed.length)
    await emit(tx, 'trip-flights.retimed', { ...told, flights: retimed, tell_travelers: by.tell_travelers })
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

const isCancelled = (kept: LockedFlight, { status }: Composed) => status === 'cancelled' && kept.status !== 'cancelled'
const isRetimed = (kept: LockedFlight, { departs_at, arrives_at }: Composed) =>
  kept.departs_at !== departs_at || kept.arrives_at !== arrives_at

const notHere = ['這個團沒有這個航班，或重複出現。', 'This trip has no such flight, or it stands here twice.'] as const
