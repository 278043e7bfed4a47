import { Type } from 'typebox'
import { BulkMeta } from '../../kit/http/routes/bulk.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { assemblyWarnings } from '../planned-trips/assembly.ts'
import { staff } from '../roles.ts'
import { readerOf } from '../users/reader.ts'
import { addFlight, changeFlight, removeFlight, replaceFlights } from './actions.ts'
import { flightsOf, oneFlight } from './queries.ts'
import { Differences, FlightUpdate, Itinerary, NewFlight, ShownFlight } from './schema.ts'

const warnings = Type.Array(Type.String())
const Warned = Type.Object({ warnings })
const Replaced = Type.Object({ ...BulkMeta.properties, ...Differences.properties, warnings })
const read = [...staff, 'leader'] as const
const write = ['department', 'admin'] as const

/** `/api/planned-trips/{id}/flights`: the flights of a trip. */
export const flightsOfTrip = routes((on, { zone }) => {
  itinerary(on, zone)

  on.create(
    '/:id/flights',
    {
      access: write,
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
})

const itinerary = (on: On, zone: string) => {
  on.get(
    '/:id/flights',
    {
      access: read,
      summary: 'All flights of a trip, in order',
      returns: Type.Array(ShownFlight),
      etag: 'content',
    },
    ({ db, actor, params }) => flightsOf(db, { ...readerOf(actor), ...params }),
  )

  on.put(
    '/:id/flights/bulk',
    {
      name: 'updatePlannedTripFlights',
      access: write,
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
}

/** `/api/planned-trip-flights`: one flight by its own id. */
export default routes((on, { zone }) => {
  on.get('/:id', { access: read, summary: 'One flight of a trip', returns: ShownFlight }, ({ db, actor, params }) =>
    oneFlight(db, { ...readerOf(actor), ...params }),
  )

  on.put(
    '/:id',
    {
      access: write,
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
      access: write,
      summary: 'Remove a flight from a trip',
      returns: Type.Null(),
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, expected }) => {
      await removeFlight(tx, actor, params.id, expected)
      return null
    },
  )
})
