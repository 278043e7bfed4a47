import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { flag, ref } from '../../kit/fields.ts'
import { namesOf } from '../../kit/flow.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { byIn } from '../travelers/rules.ts'
import { actingOf } from '../users/reader.ts'
import { approve, askApproval, decline, withdraw } from './actions.ts'
import { steps } from './flow.ts'
import { kinds } from './kinds.ts'
import { approvalList, approvalPage, oneApproval } from './queries.ts'
import { Approval, Approving, Declining } from './schema.ts'
import { ShownApproval } from './shown.ts'
import { waitingRoute } from './waiting.ts'

const returns = ShownApproval
const etag = 'content'
const readers = ['sales', 'finance', 'manager', 'admin'] as const

/** `/api/approvals`: the one list of what colleagues ask others to approve. */
export default routes((on, app) => {
  reads(on)
  waitingRoute(on)
  asking(on, app)
  deciding(on, app)
})

const reads = (on: On) => {
  on.get(
    '',
    {
      access: readers,
      summary: 'What colleagues ask others to approve, the newest first; with `to_decide`, what waits for the caller',
      ...approvalList.asking(returns, { to_decide: Type.Optional(flag()) }),
      etag,
    },
    ({ db, actor, query: { to_decide, ...query } }) =>
      approvalPage(db, { ...actingOf(actor), ...(to_decide === true && { to_decide }) }, query),
  )
  on.get('/:id', { access: readers, summary: 'One approval', returns, etag }, ({ db, actor, params }) =>
    oneApproval(db, { ...actingOf(actor), ...params }),
  )
}

const decidingIn = (app: FastifyInstance) => {
  const by = byIn(app)
  return (actor: Actor) => ({ ...by(actor), actor_id: actor.id })
}

/** One route for each kind, so that what is asked is checked like the request that it stands for. */
const asking = (on: On, app: FastifyInstance) => {
  const by = decidingIn(app)
  for (const name of namesOf(kinds)) {
    const { words, asks, params } = kinds[name]
    on.create(
      `/${name.replaceAll('_', '-')}`,
      {
        access: asks,
        summary: `Ask for an approval: ${words[1]}`,
        body: Type.Object({ booking_id: ref(), reason: Approval.properties.reason, params }),
        returns,
        etag,
        refuses: ['not_found', 'step_not_possible', 'trip_full'],
      },
      async ({ tx, actor, body }) => {
        const id = await askApproval(tx, by(actor), name, body)
        return { id, ...(await oneApproval(tx, { ...actingOf(actor), id })) }
      },
    )
  }
}

const deciding = (on: On, app: FastifyInstance) => {
  const by = decidingIn(app)
  on.post(
    '/:id/approve',
    {
      access: steps.approve.by,
      summary: 'Approve: exactly what was asked is done by whoever approves; refused if the booking has changed since',
      body: Approving,
      returns,
      etag,
      refuses: ['step_not_possible', 'stale', 'trip_full'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await approve(tx, by(actor), params.id, body.note, expected)
      return oneApproval(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/decline',
    {
      access: steps.decline.by,
      summary: 'Decline with a note, which whoever asked is told',
      body: Declining,
      returns,
      etag,
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await decline(tx, by(actor), params.id, body.note, expected)
      return oneApproval(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/withdraw',
    {
      access: steps.withdraw.by,
      summary: 'Withdraw what one has asked',
      returns,
      etag,
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, actor, params, expected }) => {
      await withdraw(tx, by(actor), params.id, expected)
      return oneApproval(tx, { ...actingOf(actor), ...params })
    },
  )
}
