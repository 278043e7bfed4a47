import { Type } from 'typebox'
import type { On } from '../../kit/http/routes/routes.ts'
import { scopeIn } from '../../kit/resource/internal.ts'
import { referenceAccess } from '../reference-data.ts'
import { addRoute, changeRoute, removeRoute } from './actions.ts'
import { knownAirline, oneRoute, routeList, routePage } from './queries.ts'
import { ListedRoute, Route, RouteChange, ShownRoute } from './schema.ts'

const { read, write, internal } = referenceAccess
const scopeOf = scopeIn(internal)

/** `/api/airlines/{id}/routes`: the timetable of an airline. */
export function timetable(on: On) {
  reads(on)
  writes(on)
}

const reads = (on: On) => {
  on.get(
    '/:id/routes',
    { access: read, summary: 'The timetable of an airline', ...routeList.of(ListedRoute), etag: 'content' },
    async ({ db, actor, params, query }) => {
      const airline = { ...params, ...scopeOf(actor) }
      const [page] = await Promise.all([routePage(db, airline, query), knownAirline(db, params)])
      return page
    },
  )

  on.get('/:id/routes/:route', { access: read, summary: 'One route', returns: ShownRoute }, ({ db, actor, params }) =>
    oneRoute(db, { ...params, ...scopeOf(actor) }),
  )
}

const writes = (on: On) => {
  on.create(
    '/:id/routes',
    {
      access: write,
      summary: 'Add a route to the timetable',
      body: Route,
      returns: ShownRoute,
      refuses: ['duplicate'],
    },
    async ({ tx, params, body }) => {
      const route = await addRoute(tx, params.id, body)
      return { id: route, ...(await oneRoute(tx, { ...params, route })) }
    },
  )

  on.put(
    '/:id/routes/:route',
    {
      access: write,
      summary: 'Change a route',
      body: RouteChange,
      returns: ShownRoute,
      refuses: ['duplicate', 'stale'],
    },
    async ({ tx, params, body, expected }) => {
      await changeRoute(tx, params, body, expected)
      return oneRoute(tx, params)
    },
  )

  on.delete(
    '/:id/routes/:route',
    { access: write, summary: 'Remove a route', returns: Type.Null(), refuses: ['in_use', 'stale'] },
    async ({ tx, params, expected }) => {
      await removeRoute(tx, params, expected)
      return null
    },
  )
}
