import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Refusal } from '../../kit/errors.ts'
import { answerOf, send } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { onBehalfOf } from '../../kit/http/server/deadline.ts'
import { dropSession, keepSession, requireOwnPage } from '../../kit/http/server/session-cookie.ts'
import { OwnAccount, ownAccount } from '../users/user.ts'
import { comingFrom, proverOf } from './guard.ts'
import { answerChallenge, ChallengeAnswer, Login, login, unfinished } from './sign-in.ts'
import { endTokens } from './tokens.ts'

/** The session of a browser: the token stays in a cookie that no script can read. */
export function browserSessionRoutes(on: On, app: FastifyInstance) {
  on.raw(
    'POST',
    '/session',
    {
      name: 'signInBrowser',
      access: 'public',
      summary: 'Sign in with a browser: the token is put into a cookie that no script can read',
      body: Login,
      returns: OwnAccount,
      otherwise: unfinished,
      refuses: ['invalid_credentials', 'forbidden', 'too_many_requests'],
    },
    async (request, reply) => {
      requireOwnPage(request)
      const given = deviceNamed(request)
      const begun = await login(app.database, given, comingFrom(app, request, given.email))
      if (!('user_id' in begun)) return send(request, reply, answerOf(unfinished.status, begun), 'none')
      return answerSignedIn(app, request, reply, begun)
    },
  )

  on.raw(
    'POST',
    '/session/second-factor',
    {
      name: 'finishBrowserSignIn',
      access: 'public',
      summary: 'Finish the sign-in of a browser with a code of the second factor, or a recovery code',
      body: ChallengeAnswer,
      returns: OwnAccount,
      refuses: ['invalid_credentials', 'forbidden'],
    },
    async (request, reply) => {
      requireOwnPage(request)
      const given = request.body as ChallengeAnswer
      const begun = await app.database.transaction(onBehalfOf(request), (tx) =>
        answerChallenge(tx, given, proverOf(app, request)),
      )
      if (begun instanceof Refusal) throw begun
      return answerSignedIn(app, request, reply, begun)
    },
  )

  on.raw(
    'DELETE',
    '/session',
    {
      name: 'signOutBrowser',
      access: 'signed-in',
      summary: 'Sign out the browser: the token ends and its cookie is removed',
      returns: Type.Null(),
      duringEnrolment: true,
    },
    async (request, reply) => {
      const { actor } = request
      if (actor)
        await app.database.transaction(onBehalfOf(request), (tx) => endTokens(tx, actor.id, { only: actor.token_id }))
      dropSession(request, reply)
      return send(request, reply, answerOf(200, null), 'none')
    },
  )
}

type OpenedSession = { user_id: number; token: string; expires_at: string }
const answerSignedIn = async (
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { user_id, ...session }: OpenedSession,
) => {
  keepSession(request, reply, session)
  const account = await ownAccount(app.database.db, { id: user_id, abilities: app.abilities })
  return send(request, reply, answerOf(200, account), 'none')
}

// If the caller gives no device name, the session is named after the browser.
const deviceNamed = ({ body, headers }: FastifyRequest): Login => ({
  device_name: browserName(headers['user-agent']),
  ...(body as Login),
})

/** The name of a session for people: `Chrome, Windows`. The first match in the table counts, because browsers also name other browsers. */
export function browserName(userAgent = '') {
  return (
    [browsers, systems]
      .map((table) => table.find(([sign]) => userAgent.includes(sign))?.[1])
      .filter(Boolean)
      .join(', ') || 'Browser'
  )
}

const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['Linux', 'Linux'],
] as const
