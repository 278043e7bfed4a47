import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ColumnType, type Generated, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Database } from '../../kit/db/connect.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { Refusal, refuse } from '../../kit/errors.ts'
import type { Events } from '../../kit/events.ts'
import { email, line, oneOf } from '../../kit/fields.ts'
import { answerOf, send } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { retention } from '../../kit/retention/rules.ts'
import { hashPassword, isOutdated, isPassword } from '../../kit/secrets/passwords.ts'
import { hashOf, newToken } from '../../kit/secrets/tokens.ts'
import { refuseOver } from '../../kit/throttle.ts'
import { endAccountLinks } from '../links/links.ts'
import { keepPasswordHash, lockedUser, noteSignIn, OwnAccount, ownAccount, userByEmail } from '../users/user.ts'
import { code, methods, methodsOf, provenBy } from './codes.ts'
import { admit, admitCode, comingFrom, isHome, noteHome, type Prover, proverOf } from './guard.ts'
import { openSession } from './sessions.ts'
import { endTokens } from './tokens.ts'

/** A password as somebody enters it who has one. */
export const enteredPassword = Type.Unsafe<string>({
  type: 'string',
  minLength: 1,
  maxLength: 200,
  format: 'query',
  writeOnly: true,
  examples: ['correct horse battery'],
})

export const Login = Type.Object({
  email: email(),
  password: enteredPassword,
  device_name: Type.Optional(line(100, 'Office iPad')),
})
export type Login = Static<typeof Login>

export const SignedIn = Type.Object({
  token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_at: Type.String(),
  user: OwnAccount,
})

const secretToken = { pattern: '^[\\w-]{43}$', examples: ['Jb3kq0dWc2X8vZr5tYh1mLp7nSa4fGe6uIo9wBx_QyE'] }

const Challenge = Type.Object({
  status: Type.Literal('second_factor_required'),
  challenge: Type.String(secretToken),
  expires_at: Type.String({ format: 'date-time' }),
  methods: Type.Array(oneOf(methods)),
})
/** The answer of a sign-in that requires the second factor. */
export const unfinished = { status: 202, returns: Challenge }

export const ChallengeAnswer = Type.Object({
  challenge: Type.Unsafe<string>({ type: 'string', writeOnly: true, ...secretToken }),
  code,
})
export type ChallengeAnswer = Static<typeof ChallengeAnswer>

declare module '../../kit/db/tables.ts' {
  interface Tables {
    sign_in_challenges: {
      token_hash: Buffer
      user_id: number
      device_name: string | null
      expires_at: ColumnType<string, unknown, unknown>
      created_at: Generated<string>
    }
  }
}

/** The password is hashed between two short transactions, so that no connection is held meanwhile. */
export async function login({ db, transaction }: Database, given: Login, from: ReturnType<typeof comingFrom>) {
  const { over, first } = await transaction(from, async (tx) => {
    const first = await isHome(tx, from)
    return { over: await admit(tx, from, first, 'login'), first }
  })
  if (over) refuseOver(over)
  const user = await userByEmail(db, given.email)
  const isRight = await isPassword(given.password, user?.password_hash, { first })
  if (!user || !isRight) return refuse('invalid_credentials')
  const renewed = user.password_hash && isOutdated(user.password_hash) ? await hashPassword(given.password) : undefined

  return transaction({ ...from, actor_id: user.id }, async (tx) => {
    // While the password was hashed it may have been changed, or the account suspended.
    const { password_hash, status } = await lockedUser(tx, user.id)
    if (password_hash !== user.password_hash || status !== 'active') refuse('invalid_credentials')
    if (renewed) await keepPasswordHash(tx, user.id, renewed)
    const begun = await beginSession(tx, user.id, given.device_name)
    if ('token' in begun) await noteHome(tx, from)
    return begun
  })
}

/** Continues after the first factor: opens a session, or a challenge if the account has a second factor. */
export async function beginSession(tx: Tx, user_id: number, device?: string) {
  const methods = await methodsOf(tx, user_id)
  return methods.length ? openChallenge(tx, user_id, methods, device ?? null) : signIn(tx, user_id, device)
}

const signIn = async (tx: Tx, user_id: number, device?: string) => {
  await noteSignIn(tx, user_id)
  return { user_id, ...(await openSession(tx, user_id, device)) }
}

const LIFETIME = '5 minutes'

// A challenge is a token that is exchanged for a session together with the second factor.
const openChallenge = async (
  tx: Tx,
  user_id: number,
  methods: Awaited<ReturnType<typeof methodsOf>>,
  device_name: string | null,
) => {
  const { token: challenge, token_hash } = newToken()
  const { expires_at } = await tx
    .insertInto('sign_in_challenges')
    .values({
      token_hash,
      user_id,
      device_name,
      expires_at: sql`now() + ${LIFETIME}::interval`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { status: 'second_factor_required' as const, challenge, expires_at, methods }
}

/** The second step of a sign-in. A wrong code must be counted, so its refusal is returned and not thrown. */
export async function answerChallenge(tx: Tx, { challenge, code }: ChallengeAnswer, prover: Prover) {
  const { id, email } = await challengedUser(tx, challenge)
  const attempt = await admitCode(tx, email, prover)
  await challengedUser(tx, challenge, { locked: true })
  const method = await provenBy(tx, prover.keys, id, code)
  if (!method) return new Refusal('invalid_credentials', { detail: wrongCode })
  const { device_name } = await consumeChallenge(tx, challenge)
  if (method === 'recovery_code') enqueue(tx, 'auth.second-factor', { user_id: id, change: 'recovery_code_used' })
  await noteHome(tx, attempt)
  return signIn(tx, id, device_name ?? undefined)
}

export const wrongCode = [
  '驗證碼不正確或已使用過；請等候下一組，或改用備用碼。',
  'The code is wrong or was used; wait for the next one, or use a recovery code.',
] as const

// The account of a challenge. Refuses if the challenge is wrong, used or expired.
const challengedUser = async (tx: Tx, challenge: string, { locked = false } = {}) =>
  (await tx
    .selectFrom('sign_in_challenges as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['u.id', 'u.email'])
    .where('c.token_hash', '=', hashOf(challenge))
    .where('c.expires_at', '>', sql<string>`now()`)
    .where('u.status', '=', 'active')
    .$if(locked, (row) => row.forUpdate('u'))
    .executeTakeFirst()) ?? refuseChallenge()

// Of two simultaneous uses of a challenge one fails.
const consumeChallenge = async (tx: Tx, challenge: string) =>
  (await tx
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', hashOf(challenge))
    .returning('device_name')
    .executeTakeFirst()) ?? refuseChallenge()

const refuseChallenge = () =>
  refuse('invalid_credentials', {
    detail: [
      '這次登入已完成、已逾時或不正確，請重新登入。',
      'This sign-in was finished, has expired or is wrong; sign in again.',
    ],
  })

/** Ends all tokens, links and unfinished sign-ins of a locked-out account. */
export async function endAccess(tx: Tx, { user_id }: Events['user.locked-out']) {
  await endTokens(tx, user_id)
  await endAccountLinks(tx, user_id)
  await endChallenges(tx, user_id)
}

export function endChallenges(tx: Tx, user_id: number) {
  return tx.deleteFrom('sign_in_challenges').where('user_id', '=', user_id).execute()
}

export const oldChallenges = retention({
  what: 'sign-ins that wait for a second factor',
  table: 'sign_in_challenges',
  from: sql`expires_at`,
  since: 'they expire',
  why: 'An expired one is answered like an unknown one.',
})

export function loginRoute(on: On, app: FastifyInstance) {
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
      const given = request.body as Login
      const begun = await login(app.database, given, comingFrom(app, request, given.email))
      return answerBegun(app, request, reply, begun)
    },
  )
}

/** Answers with the session, or with the challenge of the second factor. */
export async function answerBegun(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  begun: Awaited<ReturnType<typeof beginSession>>,
) {
  if (!('user_id' in begun)) return send(request, reply, answerOf(unfinished.status, begun), 'none')
  const { user_id, ...session } = begun
  const user = await ownAccount(app.database.db, { id: user_id, abilities: app.abilities })
  return send(request, reply, answerOf(200, { ...session, user: JSON.parse(user.json) }), 'none')
}

export function secondStepRoute(on: On, app: FastifyInstance) {
  on.post(
    '/login/second-factor',
    {
      name: 'finishSignIn',
      access: 'public',
      summary: 'Finish a sign-in with a code of the second factor, or a recovery code',
      body: ChallengeAnswer,
      returns: SignedIn,
      refuses: ['invalid_credentials'],
      etag: 'none',
      noReplay: true,
    },
    async ({ tx, body, request }) => {
      const begun = await answerChallenge(tx, body, proverOf(app, request))
      if (begun instanceof Refusal) return begun
      const { user_id, ...session } = begun
      return { ...session, user: JSON.parse((await ownAccount(tx, { id: user_id, abilities: app.abilities })).json) }
    },
  )
}
