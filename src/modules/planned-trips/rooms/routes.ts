import { Type } from 'typebox'
import type { Db } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { sheet } from '../../../kit/http/routes/sheet.ts'
import { type Reader, readerOf } from '../../users/reader.ts'
import { editors } from '../flow.ts'
import { headingOf, travelersOf } from '../manifests/queries.ts'
import { readers } from '../routes.ts'
import { StayRooms } from '../shapes.ts'
import { knownTrip } from '../visible.ts'
import { replaceRooms } from './actions.ts'
import { plansOf, planWithoutHotel } from './plan.ts'
import { roomsOfTrip, staysOfTrip } from './queries.ts'
import { Rooms } from './schema.ts'
import { roomSheet } from './sheet-rules.ts'

/** The rooms of a trip, stay by stay, across its bookings. */
export default routes((on) => {
  reading(on)

  on.put(
    '/:id/stays/:stay/rooms',
    {
      access: editors,
      summary:
        'Replace the rooms of a stay; rooms with an id are kept, and supplements asked for. If-Match takes the version of the rooms',
      body: Rooms,
      returns: StayRooms,
      etag: 'none',
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      const reader = readerOf(actor)
      await replaceRooms(tx, params, body, { reader, actor_id: actor.id, expected })
      const plans = await plansFor(tx, { ...reader, id: params.id })
      return found(plans.find(({ id }) => id === params.stay))
    },
  )
})

const reading = (on: On) => {
  sheet(
    on,
    '/:id/rooms',
    {
      access: readers,
      summary: 'The rooms of every stay of a trip with who sleeps in them, and types needed against types held',
      returns: Type.Array(StayRooms),
      paper: 'rooming-list',
    },
    async ({ db, actor, id, locale }) => {
      const given = { ...readerOf(actor), id }
      const [data, heading, travelers] = await Promise.all([
        plansFor(db, given),
        headingOf(db, given),
        travelersOf(db, given),
      ])
      const trip = found(heading)
      return { ...roomSheet(trip, data.length ? data : [planWithoutHotel(trip, travelers)], locale), data }
    },
  )
}

const plansFor = async (db: Db, given: Reader & { id: number }) => {
  // First, so that rooms are never shown with a later version than their own.
  const stays = await staysOfTrip(db, given)
  const [rooms, travelers] = await Promise.all([roomsOfTrip(db, given), travelersOf(db, given), knownTrip(db, given)])
  return plansOf(stays, rooms, travelers)
}
