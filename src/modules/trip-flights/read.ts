import { sql } from 'kysely'
import { Type } from 'typebox'
import { jsonArrayOf, jsonRecord } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { tripSeen, tripsSeenBy } from '../planned-trips/visible.ts'
import { staff } from '../roles.ts'
import { isOutside, type Reader, readerOf } from '../users/reader.ts'
import { ShownFlight } from './schema.ts'

const clock = (end: 'departs' | 'arrives') =>
  sql<string>`to_char(${sql.ref(`${end}_at`)} at time zone ${sql.ref(`${end}_timezone`)}, 'YYYY-MM-DD"T"HH24:MI')`

/** The local times at both airports. */
export const onTheSpot = [clock('departs').as('departs_local'), clock('arrives').as('arrives_local')] as const

/** Staff see all flights, a leader those of trips that they lead or brief. */
const flights = (db: Db, reader: Reader) =>
  db
    .selectFrom('planned_trip_flights')
    .selectAll()
    .select(onTheSpot)
    .$if(isOutside(reader), (rows) =>
      rows.where('planned_trip_id', 'in', tripsSeenBy(db, reader).select('planned_trips.id')),
    )

export const oneFlight = jsonRecord((db, { id, ...reader }: Reader & { id: number }) =>
  flights(db, reader).where('id', '=', id),
)

/** The whole itinerary of a trip, in order. */
export const flightsOf = jsonArrayOf(tripSeen, (db, { id, ...reader }) =>
  flights(db, reader).where('planned_trip_id', '=', id).orderBy('departs_at').orderBy('id'),
)

const readers = [...staff, 'leader'] as const

export function itineraryRoute(on: On) {
  on.get(
    '/:id/flights',
    {
      access: readers,
      summary: 'All flights of a trip, in order',
      returns: Type.Array(ShownFlight),
      etag: 'content',
    },
    ({ db, actor, params }) => flightsOf(db, { ...readerOf(actor), ...params }),
  )
}

export function readRoute(on: On) {
  on.get('/:id', { access: readers, summary: 'One flight of a trip', returns: ShownFlight }, ({ db, actor, params }) =>
    oneFlight(db, { ...readerOf(actor), ...params }),
  )
}
