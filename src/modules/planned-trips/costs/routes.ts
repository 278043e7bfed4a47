import { Type } from 'typebox'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { moneyReaders } from '../../roles.ts'
import { readerOf } from '../../users/reader.ts'
import { addCost, changeCost, removeCost } from './actions.ts'
import { costArray, oneCost } from './queries.ts'
import { CostChange, NewCost, ShownCost } from './schema.ts'

const bookkeepers = ['admin', 'department', 'finance'] as const

/** What a trip costs the agency. */
export default routes((on) => {
  on.get(
    '/:id/costs',
    { access: moneyReaders, summary: 'The costs of a trip', returns: Type.Array(ShownCost), etag: 'content' },
    ({ db, actor, params }) => costArray(db, { ...readerOf(actor), ...params }),
  )
  on.create(
    '/:id/costs',
    { access: bookkeepers, summary: 'Add a cost, estimated or actual', body: NewCost, returns: ShownCost },
    async ({ tx, params, body }) => {
      const cost = await addCost(tx, params.id, body)
      return { id: cost, ...(await oneCost(tx, { ...params, cost })) }
    },
  )
  changes(on)
})

const changes = (on: On) => {
  on.put(
    '/:id/costs/:cost',
    {
      access: bookkeepers,
      summary: 'Change a cost, for example when its invoice arrives',
      body: CostChange,
      returns: ShownCost,
      refuses: ['stale'],
    },
    async ({ tx, params, body, expected }) => {
      await changeCost(tx, params, body, expected)
      return oneCost(tx, params)
    },
  )
  on.delete(
    '/:id/costs/:cost',
    { access: bookkeepers, summary: 'Remove a cost', returns: Type.Null(), refuses: ['stale'] },
    async ({ tx, params, expected }) => {
      await removeCost(tx, params, expected)
      return null
    },
  )
}
