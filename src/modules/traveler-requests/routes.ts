import { Type } from 'typebox'
import { whoTakes } from '../../kit/flow.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { OfTraveler } from '../shown-names.ts'
import { editors, readers } from '../travelers/rules.ts'
import { readerOf } from '../users/reader.ts'
import { answerRequest, changeRequest, makeRequest, removeRequest } from './actions.ts'
import { travelerRequestFlow } from './flow.ts'
import { oneRequest, requestList, requestPage } from './queries.ts'
import { Answering, NewRequest, RequestChange, TravelerRequest } from './schema.ts'

const returns = RecordOf(TravelerRequest, { traveler: OfTraveler })
const etag = 'content'

/** `/api/traveler-requests`: special requests, which are free of charge. */
export default routes((on) => {
  reads(on)
  writes(on)
  answering(on)
  removal(on)
})

const reads = (on: On) => {
  const access = [...readers, 'leader'] as const
  on.get(
    '',
    {
      access,
      summary: 'Special requests of travelers; a leader those shown to it on its trips',
      ...requestList.of(returns),
      etag,
    },
    ({ db, actor, query }) => requestPage(db, readerOf(actor), query),
  )
  on.get('/:id', { access, summary: 'One special request', returns, etag }, ({ db, actor, params }) =>
    oneRequest(db, { ...readerOf(actor), ...params }),
  )
}

const by = (actor: Actor) => ({ reader: readerOf(actor), actor_id: actor.id, roles: actor.roles })

const writes = (on: On) => {
  on.create(
    '',
    {
      access: editors,
      summary: 'Create a special request',
      body: NewRequest,
      returns,
      etag,
      refuses: ['step_not_possible'],
    },
    async ({ tx, actor, body }) => {
      const id = await makeRequest(tx, by(actor), body)
      return { id, ...(await oneRequest(tx, { ...readerOf(actor), id })) }
    },
  )
  on.put(
    '/:id',
    {
      access: travelerRequestFlow.acts.change.by,
      summary: 'Change a special request; its customer only while it is open',
      body: RequestChange,
      returns,
      etag,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeRequest(tx, by(actor), params.id, body, expected)
      return oneRequest(tx, { ...readerOf(actor), ...params })
    },
  )
}

const answering = (on: On) =>
  on.put(
    '/:id/status',
    {
      access: whoTakes(travelerRequestFlow.steps),
      summary: 'Set the progress of a special request',
      body: Answering,
      returns,
      etag,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await answerRequest(tx, by(actor), params.id, body.status, expected)
      return oneRequest(tx, { ...readerOf(actor), ...params })
    },
  )

const removal = (on: On) =>
  on.delete(
    '/:id',
    {
      access: travelerRequestFlow.acts.remove.by,
      summary: 'Remove a special request; its customer only while it is open',
      returns: Type.Null(),
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, expected }) => {
      await removeRequest(tx, by(actor), params.id, expected)
      return null
    },
  )
