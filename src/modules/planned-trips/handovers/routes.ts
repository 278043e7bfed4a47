import { Type } from 'typebox'
import { routes } from '../../../kit/http/routes/routes.ts'
import { readerOf } from '../../users/reader.ts'
import { readers } from '../routes.ts'
import { ShownHandover } from '../shapes.ts'
import { handOver } from './actions.ts'
import { handoverArray, oneHandover } from './queries.ts'
import { Handing } from './schema.ts'

const handlers = ['admin', 'sales', 'department', 'leader'] as const

/** Handovers from sales to operations, to the leader, and back. */
export default routes((on) => {
  on.put(
    '/:id/handover',
    {
      access: handlers,
      summary: 'Start, accept or return a handover; it cannot be accepted with open required items',
      body: Handing,
      returns: ShownHandover,
      refuses: ['step_not_possible', 'forbidden', 'stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      const handover = await handOver(tx, actor, params.id, body, expected)
      return oneHandover(tx, { ...readerOf(actor), handover })
    },
  )
  on.get(
    '/:id/handovers',
    {
      access: readers,
      summary: 'All handovers of a trip, latest first',
      returns: Type.Array(ShownHandover),
      etag: 'content',
    },
    ({ db, actor, params }) => handoverArray(db, { ...readerOf(actor), ...params }),
  )
})
