import { type On, routes } from '../../kit/http/routes/routes.ts'
import { actingOf, readerOf } from '../users/reader.ts'
import { changeRequest, requestExtra } from './actions.ts'
import { takeTurn } from './conversation/turns.ts'
import { counting, countRequests } from './counts.ts'
import { decisions, life, readers, sentenceOf, turns } from './flow.ts'
import { oneRequest, readRequests, requestsOf } from './queries.ts'
import { NewRequest, RequestChange } from './schema.ts'
import { ListedRequest, ShownRequest } from './shapes.ts'

export default routes((on) => {
  reads(on)
  counts(on)
  creation(on)
  change(on)
  decisionRoutes(on)
})

const reads = (on: On) => {
  on.get(
    '',
    {
      access: readers,
      summary: 'Add-on requests the caller may see, newest first',
      ...requestsOf(ListedRequest),
      etag: 'none',
    },
    ({ db, actor, query }) => readRequests(db, actor, query),
  )

  on.get(
    '/:id',
    { access: readers, summary: 'One add-on request', returns: ShownRequest, etag: 'content' },
    ({ db, actor, params }) => oneRequest(db, { ...actingOf(actor), ...params }),
  )
}

const counts = (on: On) =>
  on.get(
    '/stats',
    {
      name: 'countAddonRequests',
      access: readers,
      summary: 'Counts of the requests that the caller may see, by value, with the filters of the list',
      slow: true,
      ...counting,
      etag: 'none',
    },
    ({ db, actor, query }) => countRequests(db, readerOf(actor), query),
  )

const creation = (on: On) => {
  on.create(
    '',
    {
      access: ['admin', 'sales', 'customer'],
      summary: 'Create an add-on request for a traveler',
      body: NewRequest,
      returns: ShownRequest,
      etag: 'content',
    },
    async ({ tx, actor, body }) => {
      const id = await requestExtra(tx, actor, body)
      return { id, ...(await oneRequest(tx, { ...actingOf(actor), id })) }
    },
  )
}

const change = (on: On) => {
  on.put(
    '/:id',
    {
      access: [...life.acts.update.by, ...life.acts.recount.by],
      summary: 'Change the details of an add-on request; a customer its quantity, before a price was named',
      body: RequestChange,
      returns: ShownRequest,
      etag: 'content',
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeRequest(tx, actor, params.id, body, expected)
      return oneRequest(tx, { ...actingOf(actor), ...params })
    },
  )
}

const decisionRoutes = (on: On) => {
  for (const name of decisions)
    on.post(
      `/:id/${name}`,
      {
        access: turns[name].by,
        summary: sentenceOf(name),
        body: turns[name].body,
        returns: ShownRequest,
        etag: 'content',
        refuses: ['stale', 'step_not_possible'],
      },
      async ({ tx, actor, params, body, expected }) => {
        await takeTurn(tx, actor, params.id, name, body, expected)
        return oneRequest(tx, { ...actingOf(actor), ...params })
      },
    )
}
