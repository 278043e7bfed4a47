import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { type Events, emit } from '../../kit/events.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { BulkMeta } from '../../kit/http/routes/bulk.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { Locale } from '../../kit/words/words.ts'
import { assemblyWarnings } from '../planned-trips/assembly.ts'
import { changeTrip } from '../planned-trips/change.ts'
import { tripFlow } from '../planned-trips/flow.ts'
import { withNews } from '../planned-trips/news.ts'
import { lockedTrip } from '../planned-trips/trip.ts'
import { readerOf } from '../users/reader.ts'
import type { ComposedFlight } from './compose.ts'
import { flightsOf, oneFlight } from './read.ts'
import {
  Differences,
  Flight,
  type FlightChange,
  FlightUpdate,
  Itinerary,
  type Meeting,
  NewFlight,
  ShownFlight,
} from './schema.ts'
import { type LockedFlight, type LockedItinerary, lockedAround, lockedItinerary, settle } from './settle.ts'

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
  const flights = await settle(tx, itinerary, [{ at: '', sent, kept: undefined }], itinerary.flights)
  const { added } = await write(tx, { ...actor, tell_travelers }, itinerary, flights, [])
  return added[0] ?? 0
}

/** Changes a flight, and in the same call the assembly of its trip. Returns the trip. */
async function changeFlight(
  tx: Tx,
  { actor, ...by }: Account,
  id: number,
  { assembly, ...body }: FlightUpdate,
  expected: Expected,
) {
  const { tell_travelers, ...sent } = body
  const { flight: kept, ...itinerary } = await lockedAround(tx, id)
  guardVersion(kept, expected)
  if (isReleased(itinerary, sent) && !assembly) {
    await writeStatus(tx, actor, kept, sent.status)
    return itinerary.trip.id
  }
  mayTake(tripFlow, 'flights', itinerary.trip, actor.roles)
  const others = itinerary.flights.filter((flight) => flight !== kept)
  const flights = await settle(tx, itinerary, [{ at: '', sent, kept }], others)
  const also = () => meetAt(tx, itinerary.trip.id, assembly, { actor, ...by })
  await write(tx, { ...actor, tell_travelers }, itinerary, flights, [], also)
  return itinerary.trip.id
}

/** Of a cancelled trip, the seats are released by the status of a flight alone: its itinerary is not checked and not told any more. */
const isReleased = ({ trip }: LockedItinerary, sent: FlightChange): sent is Required<Pick<FlightChange, 'status'>> =>
  trip.status === 'cancelled' && Object.keys(sent).every((name) => name === 'status') && sent.status !== undefined

const writeStatus = async (
  tx: Tx,
  actor: Editor,
  { id, planned_trip_id, flight_number }: LockedFlight,
  status: LockedFlight['status'],
) => {
  await tx.updateTable('planned_trip_flights').set({ status }).where('id', '=', id).execute()
  const differences = { added: [], changed: [id], removed: [] }
  const told = { planned_trip_id, actor_id: actor.id, flight_numbers: [flight_number], ...differences }
  await emit(tx, 'trip-flights.changed', told)
}

async function removeFlight(tx: Tx, actor: Actor, id: number, expected: Expected) {
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
  const flights = await settle(tx, itinerary, drafts, [])
  const also = () => meetAt(tx, planned_trip_id, assembly, { actor, ...by })
  return write(tx, { ...actor, tell_travelers }, itinerary, flights, [...known.values()], also)
}

const notHere = ['這個團沒有這個航班，或重複出現。', 'This trip has no such flight, or it stands here twice.'] as const

/** Changes the given parts of the assembly of a trip. One that is not before the first flight is refused. */
const meetAt = async (tx: Tx, id: number, assembly: Meeting | undefined, by: Account) => {
  if (!assembly) return
  const { assembly: kept } = await lockedTrip(tx, id)
  await changeTrip(tx, id, { assembly: { ...kept, ...assembly } }, { ...by, expected: undefined })
}

type SettledFlight = { flight: ComposedFlight; kept: LockedFlight | undefined }

type By = Editor & { tell_travelers?: boolean | undefined }

/** Writes flights with what belongs to the same change, and queues its news. */
const write = async (
  tx: Tx,
  by: By,
  itinerary: LockedItinerary,
  flights: SettledFlight[],
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
  flights: SettledFlight[],
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

const insert = async (tx: Tx, planned_trip_id: number, flight: ComposedFlight) => {
  const values = { ...flight, planned_trip_id }
  const { id } = await tx.insertInto('planned_trip_flights').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Unchanged rows are not written. */
const update = async (tx: Tx, kept: LockedFlight, flight: ComposedFlight) => {
  const change = Object.entries(flight).filter(
    ([name, value]) => name in Flight.properties && value !== Reflect.get(kept, name),
  )
  if (!change.length) return false
  await tx.updateTable('planned_trip_flights').set(Object.fromEntries(change)).where('id', '=', kept.id).execute()
  return true
}

/** Moves ticketing dates with the trip, but not beyond the day of the flight. */
export async function moveTicketing(tx: Tx, { planned_trip_id, actor_id, from, to }: Events['planned-trip.moved']) {
  const { rows } = await sql<{ id: number; flight_number: string }>`
      update planned_trip_flights f
         set ticketing_due_on = least(f.ticketing_due_on + (${to}::date - ${from}::date), (f.departs_at at time zone f.departs_timezone)::date)
       where planned_trip_id = ${planned_trip_id} and ticketing_due_on is not null and status <> 'cancelled' and ${to}::date <> ${from}::date
      returning id, flight_number`.execute(tx)
  if (!rows.length) return
  const flight_numbers = [...new Set(rows.map((flight) => flight.flight_number))]
  const differences = { added: [], changed: rows.map(({ id }) => id), removed: [] }
  await emit(tx, 'trip-flights.changed', { planned_trip_id, actor_id, flight_numbers, ...differences })
}

const editors = ['department', 'admin'] as const
const warnings = Type.Array(Type.String())
const Warned = Type.Object({ warnings })
const Replaced = Type.Object({ ...BulkMeta.properties, ...Differences.properties, warnings })

/** Adds a flight to a trip, or replaces its whole itinerary. */
export function tripFlightRoutes(on: On, { zone }: FastifyInstance) {
  on.put(
    '/:id/flights/bulk',
    {
      name: 'updatePlannedTripFlights',
      access: editors,
      summary: 'Replace the whole itinerary of a trip; flights keep the ids that are sent',
      body: Itinerary,
      returns: Type.Array(ShownFlight),
      meta: Replaced,
      etag: 'content',
      refuses: ['step_not_possible'],
    },
    async ({ tx, actor, params, body, locale }) => {
      const differences = await replaceFlights(tx, { actor, zone, locale }, params.id, body)
      const warnings = await assemblyWarnings(tx, params.id, locale)
      const meta = { dry_run: false, created: differences.added.length, ...differences, warnings }
      return { ...(await flightsOf(tx, { ...readerOf(actor), ...params })), meta }
    },
  )

  on.create(
    '/:id/flights',
    {
      access: editors,
      summary: 'Add a flight to a trip',
      body: NewFlight,
      returns: ShownFlight,
      meta: Warned,
      refuses: ['step_not_possible'],
      at: '/api/planned-trip-flights',
    },
    async ({ tx, actor, params, body, locale }) => {
      const id = await addFlight(tx, actor, params.id, body)
      const meta = { warnings: await assemblyWarnings(tx, params.id, locale) }
      return { id, ...(await oneFlight(tx, { ...readerOf(actor), id })), meta }
    },
  )
}

/** Changes or removes one flight. */
export function flightRoutes(on: On, { zone }: FastifyInstance) {
  on.put(
    '/:id',
    {
      access: editors,
      summary: 'Change a flight, and with it the assembly; `meta.warnings` says whether that is late or close',
      body: FlightUpdate,
      returns: ShownFlight,
      meta: Warned,
      unchanged: { warnings: [] },
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected, locale }) => {
      const trip = await changeFlight(tx, { actor, zone, locale }, params.id, body, expected)
      const meta = { warnings: await assemblyWarnings(tx, trip, locale) }
      return { ...(await oneFlight(tx, { ...readerOf(actor), ...params })), meta }
    },
  )

  on.delete(
    '/:id',
    {
      access: editors,
      summary: 'Remove a flight from a trip',
      returns: Type.Null(),
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, expected }) => {
      await removeFlight(tx, actor, params.id, expected)
      return null
    },
  )
}
