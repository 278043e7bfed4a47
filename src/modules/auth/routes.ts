import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { refuse } from '../../kit/errors.ts'
import { answerOf, send } from '../../kit/http/routes/answer.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { callerFingerprint } from '../../kit/http/server/caller.ts'
import { onBehalfOf } from '../../kit/http/server/overdue.ts'
import { changeOwnDetails, OwnAccount, OwnChange, ownAccount } from '../users/user.ts'
import { askForLink, changePassword, login, resetPasswordByMail, signInByLink } from './actions.ts'
import { accountFingerprint } from './guard.ts'
import { ownTokens } from './queries.ts'
import {
  Address,
  Login,
  MadeToken,
  NewToken,
  PasswordChange,
  Redeem,
  Reset,
  Session,
  SignedIn,
  unfinished,
} from './schema.ts'
import { endTokens, makePersonalToken } from './tokens.ts'

const Nothing = Type.Null()
const signedIn = 'signed-in'

export const signIn = routes((on, app) => {
  loginRoute(on, app)
  logoutRoutes(on)
  resetLinkRoute(on, app)
  resetRoute(on)
  signInLinkRoute(on, app)
  redeemRoute(on, app)
})

const loginRoute = (on: On, app: FastifyInstance) => {
  on.raw(
    'POST',
    '/login',
    {
      access: 'public',
      summary: 'Sign in',
      body: Login,
      returns: SignedIn,
      otherwise: unfinished,
      refuses: ['invalid_credentials', 'too_many_requests'],
    },
    async (request, reply) => {
      const given = request.body as Parameters<typeof login>[1]
      const begun = await login(app.database, given, comingFrom(app, request, given.email))
      return answerBegun(app, request, reply, begun)
    },
  )
}

const logoutRoutes = (on: On) => {
  on.post(
    '/logout',
    { access: signedIn, summary: 'End this session', returns: Nothing, duringEnrolment: true },
    async ({ tx, actor }) => {
      await endTokens(tx, actor.id, { only: actor.token_id })
      return null
    },
  )

  on.post(
    '/logout-all',
    {
      access: signedIn,
      summary: 'End all sessions and personal tokens of the caller',
      returns: Nothing,
      duringEnrolment: true,
    },
    async ({ tx, actor }) => {
      await endTokens(tx, actor.id)
      return null
    },
  )
}

const resetLinkRoute = (on: On, app: FastifyInstance) => {
  on.post(
    '/forgot-password',
    {
      access: 'public',
      summary: 'Request a link to choose a new password; the answer is the same for every address',
      body: Address,
      returns: Nothing,
      refuses: ['too_many_requests'],
    },
    async ({ tx, body, request }) => {
      await askForLink(tx, 'auth.password-reset', body.email, comingFrom(app, request, body.email))
      return null
    },
  )
}

const resetRoute = (on: On) => {
  on.post(
    '/reset-password',
    {
      access: 'public',
      summary: 'Choose a password with the link of a reset or an invitation',
      body: Reset,
      returns: Nothing,
      refuses: ['invalid_credentials'],
    },
    async ({ tx, body }) => {
      await resetPasswordByMail(tx, body.token, body.password)
      return null
    },
  )
}

const signInLinkRoute = (on: On, app: FastifyInstance) => {
  on.post(
    '/sign-in-links',
    {
      name: 'requestSignInLink',
      access: 'public',
      summary: 'Request a sign-in link for customers; the answer is the same for every address',
      body: Address,
      returns: Nothing,
      refuses: ['too_many_requests'],
    },
    async ({ tx, body, request }) => {
      await askForLink(tx, 'auth.sign-in', body.email, comingFrom(app, request, body.email))
      return null
    },
  )
}

const redeemRoute = (on: On, app: FastifyInstance) => {
  on.raw(
    'POST',
    '/sign-in-links/redeem',
    {
      access: 'public',
      summary: 'Sign in with the link of a mail',
      body: Redeem,
      returns: SignedIn,
      otherwise: unfinished,
      refuses: ['invalid_credentials'],
    },
    async (request, reply) => {
      const { token, device_name } = request.body as Static<typeof Redeem>
      const begun = await app.database.transaction(onBehalfOf(request), (tx) => signInByLink(tx, token, device_name))
      return answerBegun(app, request, reply, begun)
    },
  )
}

/** Answers with the session, or with the challenge of the second factor. */
const answerBegun = async (app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, begun: Begun) => {
  if (!('user_id' in begun)) return send(request, reply, answerOf(unfinished.status, begun), 'none')
  const { user_id, ...session } = begun
  const user = await ownAccount(app.database.db, { id: user_id, abilities: app.abilities })
  return send(request, reply, answerOf(200, { ...session, user: JSON.parse(user.json) }), 'none')
}
type Begun = Awaited<ReturnType<typeof login>>

export const me = routes((on, app) => {
  ownDetails(on, app)
  sessions(on)
  personalTokens(on)
})

const ownDetails = (on: On, app: FastifyInstance) => {
  on.get(
    '',
    {
      access: signedIn,
      summary: 'The account of the caller, and what it may do',
      returns: OwnAccount,
      etag: 'content',
      duringEnrolment: true,
    },
    ({ db, actor }) => ownAccount(db, { id: actor.id, abilities: app.abilities }),
  )

  on.put(
    '',
    {
      access: signedIn,
      summary: 'Change own details',
      body: OwnChange,
      returns: OwnAccount,
      etag: 'content',
      refuses: ['stale'],
    },
    async ({ tx, actor, body, expected }) => {
      await changeOwnDetails(tx, actor.id, body, expected)
      return ownAccount(tx, { id: actor.id, abilities: app.abilities })
    },
  )

  on.put(
    '/password',
    {
      access: signedIn,
      summary: 'Change the password; all other sessions end',
      body: PasswordChange,
      returns: Nothing,
      refuses: ['too_many_requests'],
    },
    ({ tx, actor, body }) => changePassword(tx, actor, body.current_password, body.password),
  )
}

const sessions = (on: On) => {
  on.get(
    '/sessions',
    { access: signedIn, summary: 'The sessions of the caller', returns: Type.Array(Session) },
    ({ db, actor }) => ownTokens(db, { ...actor, kind: 'session' }),
  )

  on.delete(
    '/sessions/:id',
    { access: signedIn, summary: 'End one session', returns: Nothing },
    async ({ tx, actor, params }) => endOne(await endTokens(tx, actor.id, { only: params.id, kind: 'session' })),
  )
}

const personalTokens = (on: On) => {
  on.get(
    '/tokens',
    { access: signedIn, summary: 'Personal tokens for integrations', returns: Type.Array(Session) },
    ({ db, actor }) => ownTokens(db, { ...actor, kind: 'personal' }),
  )

  on.create(
    '/tokens',
    {
      access: signedIn,
      summary: 'Create a personal token, shown only once',
      body: NewToken,
      returns: MadeToken,
      noReplay: true,
    },
    ({ tx, actor, body }) => makePersonalToken(tx, actor.id, body),
  )

  on.delete(
    '/tokens/:id',
    { access: signedIn, summary: 'Revoke a personal token', returns: Nothing },
    async ({ tx, actor, params }) => endOne(await endTokens(tx, actor.id, { only: params.id, kind: 'personal' })),
  )
}

const endOne = (ended: number) => (ended ? null : refuse('not_found'))

/** The account and the address of the caller as fingerprints, for the limits, and what its transactions carry. */
export function comingFrom(app: FastifyInstance, request: FastifyRequest, email: string) {
  return {
    account: accountFingerprint(app.keys, email),
    address: callerFingerprint(app.keys, request.ip),
    ...onBehalfOf(request),
  }
}
