import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Db, Tx } from '../db/tables.ts'
import { Refusal, type RefusalCode } from '../errors.ts'
import { ref } from '../fields.ts'
import type { Locale } from '../words.ts'
import { type Access, type Actor, permit } from './access.ts'
import { type Answer, answerOf, expectedVersion, type Given, idOf, send, type Tagging } from './answer.ts'
import { once } from './idempotency.ts'
import { sameActor } from './identity.ts'
import { closed, Enveloped } from './schemas.ts'

/** What stands beside a path: who may, what it takes, what it gives. */
export type Spec = {
  access: Access
  /** One sentence for the reference. */
  says: string
  params?: TObject
  query?: TObject
  body?: TSchema
  /** The schema of `data`. */
  gives: TSchema
  meta?: TSchema
  refuses?: readonly RefusalCode[]
  /** How `ETag` is made; `exact` unless said otherwise. */
  tagged?: Tagging
  /** `Cache-Control`; `no-store` unless said otherwise. */
  cache?: string
  bodyLimit?: number
}

/** What a handler is given. Reading has a `db`; writing has a `tx`, committed when the handler returns. */
export type Reading<P extends string, S extends Spec> = Asked<P, S> & { db: Db }
export type Writing<P extends string, S extends Spec> = Asked<P, S> & {
  tx: Tx
  body: BodyOf<S>
  expected: number | undefined
}
type Asked<P extends string, S extends Spec> = {
  actor: S['access'] extends 'public' ? undefined : Actor
  params: S['params'] extends TObject ? Static<S['params']> : Ids<P>
  query: S['query'] extends TObject ? Static<S['query']> : Record<string, never>
  locale: Locale
  request: FastifyRequest
}
type BodyOf<S extends Spec> = S['body'] extends TSchema ? Static<S['body']> : undefined
type Ids<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: number } & Ids<Rest>
  : P extends `${string}:${infer Name}`
    ? { [K in Name]: number }
    : unknown

type Read = <const P extends string, const S extends Spec>(
  path: P,
  spec: S,
  handler: (given: Reading<P, S>) => Promise<Given>,
) => void
/** A refusal that is returned, not thrown, is answered after what was written is committed. */
type Write = <const P extends string, const S extends Spec>(
  path: P,
  spec: S,
  handler: (given: Writing<P, S>) => Promise<Given | Refusal>,
) => void
type ByHand = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  spec: Spec,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) => void

export type On = {
  get: Read
  /** POST that makes a record: 201 with its `Location`. */
  create: Write
  post: Write
  /** PUT and its alias PATCH. */
  put: Write
  patch: Write
  delete: Write
  /** For what is no read and no write of JSON: streams, files, sign-in. */
  byHand: ByHand
}

/** A module's routes, each one a sentence: path, who may, shapes, one call. */
export const routes = (define: (on: On, app: FastifyInstance) => void) => async (app: FastifyInstance) => {
  const add = (
    method: RouteOptions['method'],
    path: string,
    spec: Spec,
    handler: RouteOptions['handler'],
    status = 200,
  ) => app.route({ method, url: path, handler, ...optionsOf(path, spec, status) })
  const reading: Read = (path, spec, handler) => add('GET', path, spec, answerRead(app, spec, handler as ReadHandler))
  const writing =
    (method: RouteOptions['method'], status = 200): Write =>
    (path, spec, handler) =>
      add(method, path, spec, answerWrite(app, spec, handler as WriteHandler, status), status)

  define(
    {
      get: reading,
      create: writing('POST', 201),
      post: writing('POST'),
      put: writing(['PUT', 'PATCH']),
      patch: writing('PATCH'),
      delete: writing('DELETE'),
      byHand: (method, path, spec, handler) => {
        const { config, ...options } = optionsOf(path, spec, 200)
        app.route({ method, url: path, handler, ...options, config: { ...config, byHand: true } })
      },
    },
    app,
  )
}

type ReadHandler = (given: object) => Promise<Given>
type WriteHandler = (given: object) => Promise<Given | Refusal>

const optionsOf = (
  path: string,
  { access, says, params = idsIn(path), query, body, gives, meta, refuses = [], cache, bodyLimit }: Spec,
  status: number,
) => ({
  config: { access, refuses, ...(cache !== undefined && { cache }) },
  ...(bodyLimit !== undefined && { bodyLimit }),
  schema: {
    summary: says,
    ...(params && { params }),
    querystring: query ?? Type.Object({}, { additionalProperties: false }),
    ...(body && { body: closed(body) }),
    response: { [status]: Enveloped(gives, meta) },
  },
})

const idsIn = (path: string) => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return names.length ? Type.Object(Object.fromEntries(names.map((name) => [name, ref()]))) : undefined
}

const answerRead =
  (app: FastifyInstance, { access, tagged = 'exact' }: Spec, handler: ReadHandler) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { params, query, locale, identity } = request
    const read = (actor: Actor | undefined) => handler({ db: app.database.db, actor, params, query, locale, request })
    const given = identity ? await readProven(request, access, read) : await read(request.actor)
    return send(request, reply, answerOf(200, given), tagged)
  }

// The read goes out on the guess; its result, or its refusal, counts only if the proof agrees.
const readProven = async (request: FastifyRequest, access: Access, read: (actor: Actor) => Promise<Given>) => {
  const guess = request.actor as Actor
  const [early, proven] = await Promise.allSettled([read(guess), request.identity?.proof ?? guess])
  if (proven.status === 'rejected') throw proven.reason
  if (!sameActor(proven.value, guess)) {
    permit(access, proven.value)
    request.actor = proven.value
    return read(proven.value)
  }
  if (early.status === 'rejected') throw early.reason
  return early.value
}

const answerWrite =
  (app: FastifyInstance, { tagged = 'exact' }: Spec, handler: WriteHandler, status: number) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { actor, params, query, body, locale } = request
    const expected = expectedVersion(request)
    const who = { actor_id: actor?.id, request_id: request.id }
    const work = async (tx: Tx): Promise<Answer | Refusal> => {
      const given = await handler({ tx, actor, params, query, body, locale, expected, request })
      if (given instanceof Refusal) return given
      return { ...answerOf(status, given), ...(status === 201 && { location: locationOf(request, given) }) }
    }
    const { answer, replayed } = await app.database.transaction(who, (tx) =>
      once(tx, app.keys, request, () => work(tx)),
    )
    if (answer instanceof Refusal) throw answer
    if (replayed) reply.header('idempotency-replayed', 'true')
    return send(request, reply, answer, tagged)
  }

const locationOf = (request: FastifyRequest, given: Given) => {
  const id = idOf(given)
  return id === undefined ? undefined : `${request.url.split('?')[0]?.replace(/\/$/, '')}/${id}`
}
