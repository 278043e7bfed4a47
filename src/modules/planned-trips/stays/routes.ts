import { Type } from 'typebox'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { readerOf } from '../../users/reader.ts'
import { editors } from '../flow.ts'
import { readers } from '../routes.ts'
import { addStay, changeStay, removeStay } from './actions.ts'
import { oneStay, stayArray } from './queries.ts'
import { NewStay, ShownStay, StayChange } from './schema.ts'

/** The hotels of a trip, night by night. */
export default routes((on) => {
  on.get(
    '/:id/stays',
    { access: readers, summary: 'The stays of a trip, by check-in', returns: Type.Array(ShownStay), etag: 'content' },
    ({ db, actor, params }) => stayArray(db, { ...readerOf(actor), ...params }),
  )
  creation(on)
  changes(on)
})

const creation = (on: On) => {
  on.create(
    '/:id/stays',
    { access: editors, summary: 'Add a stay', body: NewStay, returns: ShownStay },
    async ({ tx, params, body }) => {
      const stay = await addStay(tx, params.id, body)
      return { id: stay, ...(await oneStay(tx, { ...params, stay })) }
    },
  )
}

const changes = (on: On) => {
  on.put(
    '/:id/stays/:stay',
    {
      access: editors,
      summary: 'Change a stay: hotel, nights, rooms held, confirmation',
      body: StayChange,
      returns: ShownStay,
      refuses: ['stale'],
    },
    async ({ tx, params, body, expected }) => {
      await changeStay(tx, params, body, expected)
      return oneStay(tx, params)
    },
  )

  on.delete(
    '/:id/stays/:stay',
    { access: editors, summary: 'Remove a stay', returns: Type.Null(), refuses: ['stale'] },
    async ({ tx, params, expected }) => {
      await removeStay(tx, params, expected)
      return null
    },
  )
}
