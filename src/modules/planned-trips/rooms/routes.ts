import { Type } from 'typebox'
import type { Db } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import { routes } from '../../../kit/http/routes/routes.ts'
import { type Reader, readerOf } from '../../users/reader.ts'
import { editors } from '../flow.ts'
import { travelersOf } from '../lists/queries.ts'
import { readers } from '../routes.ts'
import { StayRooms } from '../shapes.ts'
import { knownTrip } from '../visible.ts'
import { replaceRooms } from './actions.ts'
import { plansOf } from './plan.ts'
import { roomsOfTrip, staysOfTrip } from './queries.ts'
import { Rooms } from './schema.ts'

/** The rooms of a trip, stay by stay, across its bookings. */
export default routes((on) => {
  on.get(
    '/:id/rooms',
    {
      access: readers,
      says: 'The rooms of every stay of a trip with who sleeps in them, and types needed against types held',
      gives: Type.Array(StayRooms),
      tagged: 'none',
    },
    ({ db, actor, params }) => plansFor(db, { ...readerOf(actor), ...params }),
  )

  on.put(
    '/:id/stays/:stay/rooms',
    {
      access: editors,
      says: 'Replace the rooms of a stay; rooms with an id are kept',
      body: Rooms,
      gives: StayRooms,
      tagged: 'none',
      refuses: ['stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      const reader = readerOf(actor)
      await replaceRooms(tx, reader, params, body, expected)
      const plans = await plansFor(tx, { ...reader, id: params.id })
      return found(plans.find(({ id }) => id === params.stay))
    },
  )
})

const plansFor = async (db: Db, given: Reader & { id: number }) => {
  const [stays, rooms, travelers] = await Promise.all([
    staysOfTrip(db, given),
    roomsOfTrip(db, given),
    travelersOf(db, given),
    knownTrip(db, given),
  ])
  return plansOf(stays, rooms, travelers)
}
