import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Db, Tx } from '../../db/tables.ts'
import type { Refusal, RefusalCode } from '../../errors.ts'
import type { Locale } from '../../words/words.ts'
import type { Shown } from '../files/send.ts'
import type { BeforeUpload } from '../files/upload.ts'
import type { Access, Actor } from '../server/guard.ts'
import type { Etag, Expected, Given } from './answer.ts'

/** The declaration of a route: access, input and answer. */
export type Spec = {
  access: Access
  /** The summary in the API reference: one sentence. */
  summary: string
  /** The name of the operation in the reference and in clients, if the rule of openapi/names.ts gives no good one. */
  name?: string
  params?: TObject
  query?: TObject
  body?: TSchema
  /** The schema of `data`. */
  returns: TSchema
  /** Another success with a status of its own; only a route written by hand answers it. */
  otherwise?: { status: number; returns: TSchema }
  /** Also open to an account that has yet to set up the second factor its role requires. */
  duringEnrolment?: true
  meta?: TSchema
  /** The `meta` of a PUT that changes nothing. */
  unchanged?: object
  /** The media type of an answer without an envelope; `returns` is then the schema of the whole answer. */
  media?: string
  /** Other media types in which the route answers on request. */
  otherMedia?: readonly string[]
  /** The columns of a list as a file, unless the caller names others; nested fields with a dot. Otherwise all its fields. */
  columns?: readonly string[]
  /** A list of people: who exports it is logged. */
  people?: true
  /** A list that does not go out as a file, because its rows are no records. */
  noFile?: true
  refuses?: readonly RefusalCode[]
  /** How `ETag` is computed; `exact` by default. */
  etag?: Etag
  /** `Cache-Control`; `no-store` by default. */
  cache?: string
  bodyLimit?: number
  /** A read that may take long: it uses the connections for slow statements, so that no quick read waits behind it. Lists, sheets and papers do. */
  slow?: true
  /** The answer contains a secret and is not stored, so a repeated `Idempotency-Key` does the work again. */
  noReplay?: true
  /** Called before a form is read, to limit callers without an account. */
  beforeUpload?: BeforeUpload
  /** A field of the body or of the path: requests with the same value run in a queue, and hold no database connection while they wait. */
  serializeBy?: string
  /** The path of created records for `Location`, if it is not the path of the route. */
  at?: string
  /** Called often by probes, so it is logged at level `debug`. */
  quiet?: true
}

/** The argument of a handler. A read gets a `db`; a write gets a `tx`, which is committed when the handler returns. */
type Reading<P extends string, S extends Spec> = Call<P, S> & { db: Db }
type Writing<P extends string, S extends Spec> = Call<P, S> & {
  tx: Tx
  body: BodyOf<S>
  expected: Expected
}
type Call<P extends string, S extends Spec> = {
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
/** If a handler returns a refusal instead of throwing it, its writes are committed before the refusal is answered. */
export type Write = <const P extends string, const S extends Spec>(
  path: P,
  spec: S,
  handler: (given: Writing<P, S>) => Promise<Given | Refusal>,
) => void
export type Show = <const P extends string, const S extends Omit<Spec, 'returns'>>(
  path: P,
  spec: S,
  handler: (given: Reading<P, S & { returns: TSchema }>) => Promise<Shown>,
) => void
type Raw = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  spec: Spec,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) => void

export type On = {
  get: Read
  /** GET of data that never changes: its JSON and its tag are computed once. */
  constant: (path: string, spec: Spec & { access: 'public'; etag: 'content' }, data: object) => void
  /** POST that creates a record: 201 with its `Location`. */
  create: Write
  post: Write
  /** POST whose work is done by a job afterwards: 202. */
  accept: Write
  /** PUT and its alias PATCH. */
  put: Write
  patch: Write
  delete: Write
  /** POST of a multipart form whose body holds an `upload()` named `file`: 201 with its `Location`. */
  upload: Write
  /** GET of a file's bytes; the handler checks the caller's access and says which file. */
  file: Show
  /** For routes that neither read nor write JSON: streams, files, sign-in. */
  raw: Raw
}
