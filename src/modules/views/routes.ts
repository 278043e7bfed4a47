import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { refuseField } from '../../kit/errors.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { changeView, removeView, saveView } from './actions.ts'
import { oneView, viewerOf, viewList, viewPage } from './queries.ts'
import { SavedView, ShownView, ViewChange } from './schema.ts'

const access = 'signed-in'
const [returns, etag] = [ShownView, 'content'] as const

/** `/api/views`: named filters of lists. */
export default routes((on, app) => {
  reads(on)
  creation(on, app)
  changes(on)
})

const reads = (on: On) => {
  on.get(
    '',
    { access, summary: 'Own saved views, and those shared with the caller', ...viewList.of(returns), etag },
    ({ db, actor, query }) => viewPage(db, viewerOf(actor), query),
  )
  on.get('/:id', { access, summary: 'One saved view', returns, etag }, ({ db, actor, params }) =>
    oneView(db, { ...viewerOf(actor), ...params }),
  )
}

const creation = (on: On, app: FastifyInstance) =>
  on.create(
    '',
    {
      access,
      summary: 'Save a view of a list; the office may share it with a part of the office',
      body: SavedView,
      returns,
      etag,
      refuses: ['duplicate'],
    },
    async ({ tx, actor, body }) => {
      if (!isList(app, body.list)) refuseList()
      const id = await saveView(tx, actor, body)
      return { id, ...(await oneView(tx, { ...viewerOf(actor), id })) }
    },
  )

const changes = (on: On) => {
  on.put(
    '/:id',
    {
      access,
      summary: 'Change a saved view; administrators also one that is shared with them',
      body: ViewChange,
      returns,
      etag,
      refuses: ['duplicate', 'forbidden', 'stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeView(tx, actor, params.id, body, expected)
      return oneView(tx, { ...viewerOf(actor), ...params })
    },
  )
  on.delete(
    '/:id',
    { access, summary: 'Remove a saved view', returns: Type.Null(), refuses: ['forbidden', 'stale'] },
    async ({ tx, actor, params, expected }) => {
      await removeView(tx, actor, params.id, expected)
      return null
    },
  )
}

const isList = ({ catalogue }: FastifyInstance, list: string) =>
  catalogue.some(
    ({ path, query }) => path === `/api/${list}` && query?.properties !== undefined && 'sort' in query.properties,
  )

const refuseList = () =>
  refuseField('list', [
    '沒有這個清單；請填清單網址中 /api/ 之後的部分，例如 planned-trips。',
    'There is no such list; give the path of the list below /api, such as planned-trips.',
  ])
