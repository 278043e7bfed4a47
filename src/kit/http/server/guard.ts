import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusalOf } from '../../db/faults.ts'
import { Refusal, refuse } from '../../errors.ts'
import { hashOf } from '../../secrets/tokens.ts'
import { codeWord } from '../../words/code-words.ts'
import type { Locale } from '../../words/words.ts'
import { cookieToken, pageToken } from './session-cookie.ts'

/** Roles, and the properties of `Actor`, are added by modules through declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules.
export interface Roles {}
export type Role = keyof Roles & string
export interface Actor {
  id: number
  /** The account has the rights of all its roles. The first one is its main role. */
  roles: readonly Role[]
  /** Whether one of its roles requires a second factor that is not set up yet. */
  must_enrol: boolean
}

/** Whether one of the roles is in `among`. */
export function hasOneOf(roles: readonly Role[], among: readonly Role[]) {
  return roles.some((role) => among.includes(role))
}

/** The callers that may use a route. */
export type Access = 'public' | 'signed-in' | readonly Role[]

/** The declarations of a route about its callers. */
export type Door = { access?: Access; duringEnrolment?: true }

/** Finds the account a token belongs to now; refuses invalid tokens. */
export type Identify = (tokenHash: Buffer) => Promise<Actor>

export type Identity = { guess?: Actor | undefined; proof: Promise<Actor> }

/** Checks the access that every route declares, before its handler runs. A route without a declaration cannot be registered. */
export function guard(app: FastifyInstance, identify: Identify) {
  const recognise = recogniser(identities(identify))
  app.decorate('recognise', recognise)
  app.decorate('visitor', (request) => accountOfPage(request, identify))
  app.addHook('onRoute', requireAccess)
  // A hook with a callback instead of a promise, because a promise would cost time in every request.
  app.addHook('onRequest', (request, _reply, done) => {
    const { config } = request.route
    if (request.is404 || request.method === 'OPTIONS') return done()
    if (!config.bytes && !accepts(request.headers.accept, config.otherMedia)) refuse('not_acceptable')
    const known = recognise(request)
    if (known) known.then(() => done(), done)
    else done()
  })
}

/** The account that is signed in to the browser which opens a page; undefined without one, or if its session has ended. */
const accountOfPage = async (request: FastifyRequest, identify: Identify) => {
  const token = pageToken(request)
  if (!token) return undefined
  try {
    return await identify(hashOf(token))
  } catch (error) {
    if (error instanceof Refusal && ended.some((code) => code === error.code)) return undefined
    throw error
  }
}
const ended = ['unauthenticated', 'token_expired'] as const

type Declared = { method: string | string[]; url: string; config?: { access?: Access } }
const requireAccess = ({ method, url, config }: Declared) => {
  if (!config?.access && method !== 'OPTIONS') throw new Error(`${method} ${url} declares no access`)
}

const accepts = (accept: string | undefined, others: readonly string[] = []) =>
  accept === undefined ||
  accept === '' ||
  /\*\/\*|json|application\/\*|text\/|image\//.test(accept) ||
  others.some((media) => accept.includes(media))

const REMEMBERED = 5_000

/**
 * Identifies callers by their tokens. For a token that was seen before, the account of that time is the guess. So a read and the
 * verification of the token (the proof) are sent to the database together; nothing is answered until the proof confirms the
 * guess.
 */
const identities = (identify: Identify) => {
  const remembered = new Map<string, { tokenHash: Buffer; actor: Actor }>()

  return (request: FastifyRequest): Identity | undefined => {
    const token = tokenOf(request)
    if (!token) return undefined
    const known = remembered.get(token)
    const tokenHash = known?.tokenHash ?? hashOf(token)
    const proof = identify(tokenHash).then((actor) => {
      if (remembered.size >= REMEMBERED) remembered.clear()
      remembered.set(token, { tokenHash, actor })
      return actor
    })
    // The request awaits the proof too. This handler prevents an unhandled rejection if the request is refused before.
    proof.catch(() => remembered.delete(token))
    return { guess: known?.actor, proof }
  }
}

// If a request sends `Authorization`, its cookie is ignored.
const tokenOf = (request: FastifyRequest) => {
  const { authorization } = request.headers
  return authorization === undefined ? cookieToken(request) : bearer(authorization)
}

const bearer = (header: string) => /^Bearer ([\w-]{20,200})$/i.exec(header)?.[1]

// Reads start with the guess, and count only when the proof confirms it. All other requests wait for the proof.
const recogniser =
  (identityOf: ReturnType<typeof identities>) =>
  (request: FastifyRequest): Promise<void> | undefined => {
    const { config } = request.route
    if (config.access === 'public') return undefined
    const identity = identityOf(request)
    if (!identity) return refuse('unauthenticated')
    const isRead = request.method === 'GET' && !config.raw
    const guess = isRead ? identity.guess : undefined
    if (!guess || !mayPass(config, guess)) return admit(request, identity)
    request.actor = permit(config, guess)
    request.identity = identity
    return undefined
  }

const admit = async (request: FastifyRequest, identity: Identity) => {
  const actor = await identity.proof.catch((error) => {
    throw refusalOf(error) ?? error
  })
  request.actor = permit(request.route.config, actor)
}

/**
 * Refuses a caller who has yet to set up a second factor, and one with no role that may use the route. Returns the caller with those of
 * its roles that may: what one role may do reaches no further than the records that this role sees.
 */
export function permit({ access = 'signed-in', duringEnrolment }: Door, actor: Actor): Actor {
  if (actor.must_enrol && !duringEnrolment) refuse('second_factor_required')
  if (typeof access === 'string') return actor
  if (!hasOneOf(actor.roles, access)) refuseRole(access)
  return { ...actor, roles: actor.roles.filter((role) => access.includes(role)) }
}

const mayPass = ({ access = 'signed-in' }: Door, { roles, must_enrol }: Actor) =>
  !must_enrol && (typeof access === 'string' || hasOneOf(roles, access))

const refuseRole = (access: readonly Role[]) => {
  const named = (locale: Locale) => access.map((role) => codeWord('role', role, locale))
  refuse('forbidden', {
    detail: [
      `這項作業限${named('zh-TW').join('、')}；請洽有此角色的同仁。`,
      `Only these roles may: ${named('en').join(', ')}. Ask a colleague who has one of them.`,
    ],
    also: { roles: access },
  })
}

export function sameActor(a: Actor, b: Actor) {
  for (const key in b) if (!isSame(a[key as keyof Actor], b[key as keyof Actor])) return false
  return true
}

const isSame = (one: unknown, other: unknown) =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((each, n) => each === other[n]))

/** An error of a read that ran with the guess is answered only if the token is valid; otherwise the refusal of the token is. */
export function provenFault(error: unknown, { identity }: FastifyRequest) {
  return identity
    ? identity.proof.then(
        () => error,
        (dead) => dead,
      )
    : error
}
