import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Db, Tx } from '../db/tables.ts'
import { Refusal, type RefusalCode } from '../errors.ts'
import { ref } from '../fields.ts'
import { FileQuery, type Shown, sendFile } from '../files/send.ts'
import { type Admits, uploadRoute } from '../files/upload.ts'
import type { Locale } from '../words.ts'
import { type Access, type Actor, permit } from './access.ts'
import { type Answer, answerOf, type Expected, expectedOf, type Given, idOf, send, type Tagging } from './answer.ts'
import { once } from './idempotency.ts'
import { sameActor } from './identity.ts'
import { refuseBody } from './json-body.ts'
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
  /** The media type of an answer without an envelope; `gives` is then the whole of it. */
  media?: string
  /** A media type the answer can be had in as well. */
  alsoAs?: string
  refuses?: readonly RefusalCode[]
  /** How `ETag` is made; `exact` unless said otherwise. */
  tagged?: Tagging
  /** `Cache-Control`; `no-store` unless said otherwise. */
  cache?: string
  bodyLimit?: number
  /** The answer is told this once and kept nowhere; a repeated `Idempotency-Key` does the work again. */
  toldOnce?: true
  /** Asked before anything of a form is taken in, where whoever sends it is known by its address alone. */
  admits?: Admits
  /** Where what is made stands, if not below this path. */
  at?: string
}

/** What a handler is given. Reading has a `db`; writing has a `tx`, committed when the handler returns. */
export type Reading<P extends string, S extends Spec> = Asked<P, S> & { db: Db }
export type Writing<P extends string, S extends Spec> = Asked<P, S> & {
  tx: Tx
  body: BodyOf<S>
  expected: Expected
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
type Show = <const P extends string, const S extends Omit<Spec, 'gives'>>(
  path: P,
  spec: S,
  handler: (given: Reading<P, S & { gives: TSchema }>) => Promise<Shown>,
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
  /** POST of a multipart form whose body holds an `upload()` named `file`: 201 with its `Location`. */
  upload: Write
  /** GET of a file's bytes, of which the handler says only which file, having seen that the caller may. */
  file: Show
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
      upload: uploading(app),
      file: showing(app),
      byHand: (method, path, spec, handler) => {
        const { config, ...options } = optionsOf(path, spec, 200)
        app.route({ method, url: path, handler, ...options, config: { ...config, byHand: true } })
      },
    },
    app,
  )
}

const uploading =
  (app: FastifyInstance): Write =>
  (path, spec, handler) => {
    const { config, schema, ...options } = optionsOf(path, spec, 201)
    const { body: form = Type.Object({}), ...rest } = schema
    const answer = answerWrite(app, spec, handler as WriteHandler, 201)
    const route = { url: path, ...options, config: { ...config, form }, schema: rest, handler: answer }
    uploadRoute(app, form, route, spec.admits)
  }

const showing =
  (app: FastifyInstance): Show =>
  (path, spec, handler) => {
    const { config, schema, ...options } = optionsOf(path, { query: FileQuery, ...spec, gives: Type.Any() }, 200)
    const answer = answerFile(app, handler as ShowHandler)
    const given = { config: { ...config, byHand: true, bytes: true }, schema: { ...schema, response: aFile } } as const
    app.route({ method: 'GET', url: path, ...options, ...given, handler: answer })
  }

type ReadHandler = (given: object) => Promise<Given>
type WriteHandler = (given: object) => Promise<Given | Refusal>
type ShowHandler = (given: object) => Promise<Shown>

const bytes = Type.Unsafe({ type: 'string', format: 'binary' })
const aFile = { 200: { content: { 'application/octet-stream': { schema: bytes } } } }

const optionsOf = (
  path: string,
  { access, says, params = idsIn(path), query, body, gives, meta, media, alsoAs, refuses = [], cache, bodyLimit }: Spec,
  status: number,
) => ({
  config: { access, refuses, ...(alsoAs !== undefined && { alsoAs }), ...(cache !== undefined && { cache }) },
  ...(bodyLimit !== undefined && { bodyLimit }),
  schema: {
    summary: says,
    ...(params && { params }),
    querystring: query ?? Type.Object({}, { additionalProperties: false }),
    ...(body && { body: closed(body) }),
    response: { [status]: media ? { content: { [media]: { schema: gives } } } : Enveloped(gives, meta) },
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
    const read = async (actor: Actor | undefined) =>
      handler({ db: app.database.db, actor, params, query, locale, request })
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
  (
    app: FastifyInstance,
    { body: takes, tagged = 'exact', toldOnce, at }: Spec,
    handler: WriteHandler,
    status: number,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { actor, params, query, body, locale } = request
    if (!takes) refuseBody(body)
    const expected = expectedOf(request)
    const who = { actor_id: actor?.id, request_id: request.id }
    const work = async (tx: Tx): Promise<Answer | Refusal> => {
      const given = await handler({ tx, actor, params, query, body, locale, expected, request })
      if (given instanceof Refusal) return given
      return { ...answerOf(status, given), ...(status === 201 && { location: locationOf(given, at ?? request.url) }) }
    }
    const { answer, replayed } = await app.database.transaction(who, async (tx) =>
      toldOnce ? { answer: await work(tx), replayed: false } : once(tx, app.keys, request, () => work(tx)),
    )
    if (answer instanceof Refusal) throw answer
    if (replayed) reply.header('idempotency-replayed', 'true')
    return send(request, reply, answer, tagged)
  }

const answerFile =
  (app: FastifyInstance, handler: ShowHandler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { actor, params, query, locale } = request
    const file = await handler({ db: app.database.db, actor, params, query, locale, request })
    return sendFile(request, reply, file)
  }

const locationOf = (given: Given, below: string) => {
  const id = idOf(given)
  return id === undefined ? undefined : `${below.split('?')[0]?.replace(/\/$/, '')}/${id}`
}
