import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { answerOf, send } from '../../kit/http/routes/answer.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { dropSession, keepSession, requireOwnPage } from '../../kit/http/server/session-cookie.ts'
import { oneUser } from '../users/queries.ts'
import { ShownUser } from '../users/schema.ts'
import { login } from './actions.ts'
import { browserName } from './browser-name.ts'
import { comingFrom } from './routes.ts'
import { Login } from './schema.ts'
import { endTokens } from './tokens.ts'

/** The session of a browser: the token stays in a cookie that no script can read. */
export default routes((on, app) => {
  begin(on, app)
  end(on, app)
})

const begin = (on: On, app: FastifyInstance) =>
  on.byHand(
    'POST',
    '/session',
    {
      name: 'signInBrowser',
      access: 'public',
      says: 'Sign in with a browser: the token is put into a cookie that no script can read',
      body: Login,
      gives: ShownUser,
      refuses: ['invalid_credentials', 'forbidden', 'too_many_requests'],
    },
    async (request, reply) => {
      requireOwnPage(request)
      const given = deviceNamed(request)
      const { user_id, ...session } = await login(app.database, given, comingFrom(app, request, given.email))
      keepSession(request, reply, session)
      return send(request, reply, answerOf(200, await oneUser(app.database.db, { id: user_id })), 'none')
    },
  )

const end = (on: On, app: FastifyInstance) =>
  on.byHand(
    'DELETE',
    '/session',
    {
      name: 'signOutBrowser',
      access: 'signed-in',
      says: 'Sign out the browser: the token ends and its cookie is removed',
      gives: Type.Null(),
    },
    async (request, reply) => {
      const { actor, id: request_id } = request
      if (actor)
        await app.database.transaction({ actor_id: actor.id, request_id }, (tx) =>
          endTokens(tx, actor.id, { only: actor.token_id }),
        )
      dropSession(request, reply)
      return send(request, reply, answerOf(200, null), 'none')
    },
  )

// In the list of sessions a browser is called by its name, if the caller gives no other.
const deviceNamed = ({ body, headers }: FastifyRequest): Login => ({
  device_name: browserName(headers['user-agent']),
  ...(body as Login),
})
