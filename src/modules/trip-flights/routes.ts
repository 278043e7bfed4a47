import { Type } from 'typebox'
import { BulkMeta } from '../../kit/http/routes/bulk.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { staff } from '../roles.ts'
import { readerOf } from '../users/reader.ts'
import { addFlight, changeFlight, removeFlight, replaceFlights } from './actions.ts'
import { flightsOf, oneFlight } from './queries.ts'
import { Differences, FlightChange, Itinerary, NewFlight, ShownFlight } from './schema.ts'

const Replaced = Type.Object({ ...BulkMeta.properties, ...Differences.properties })
const read = [...staff, 'leader'] as const
const write = ['department', 'admin'] as const

/** `/api/planned-trips/{id}/flights`: the flights of a trip. */
export const flightsOfTrip = routes((on) => {
  itinerary(on)

  on.create(
    '/:id/flights',
    {
      access: write,
      summary: 'Add a flight to a trip',
      body: NewFlight,
      returns: ShownFlight,
      refuses: ['step_not_possible'],
      at: '/api/planned-trip-flights',
    },
    async ({ tx, actor, params, body }) => {
      const id = await addFlight(tx, actor, params.id, body)
      return { id, ...(await oneFlight(tx, { ...readerOf(actor), id })) }
    },
  )
})

const itinerary = (on: On) => {
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
    async ({ tx, actor, params, body }) => {
      const differences = await replaceFlights(tx, actor, params.id, body)
      const meta = { dry_run: false, created: differences.added.length, ...differences }
      return { ...(await flightsOf(tx, { ...readerOf(actor), ...params })), meta }
    },
  )
}

/** `/api/planned-trip-flights`: one flight by its own id. */
export default routes((on) => {
  on.get('/:id', { access: read, summary: 'One flight of a trip', returns: ShownFlight }, ({ db, actor, params }) =>
    oneFlight(db, { ...readerOf(actor), ...params }),
  )

  on.put(
    '/:id',
    {
      access: write,
      summary: 'Change a flight',
      body: FlightChange,
      returns: ShownFlight,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeFlight(tx, actor, params.id, body, expected)
      return oneFlight(tx, { ...readerOf(actor), ...params })
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
