import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../db/tables.ts'
import { Refusal } from '../../errors.ts'
import { type Shown, sendFile } from '../files/send.ts'
import { onBehalfOf, requestsInLine } from '../server/deadline.ts'
import type { Actor } from '../server/guard.ts'
import { permit, sameActor } from '../server/guard.ts'
import { refuseBody } from '../server/json-body.ts'
import { type Answer, answerOf, constantAnswer, expectedOf, type Given, idOf, send } from './answer.ts'
import { once } from './idempotency.ts'
import type { Spec } from './spec.ts'

export type ReadHandler = (given: object) => Promise<Given>
export type WriteHandler = (given: object) => Promise<Given | Refusal>
export type ShowHandler = (given: object) => Promise<Shown>

/** Answers with what a handler read. */
export function answerRead(app: FastifyInstance, { etag = 'exact', slow }: Spec, handler: ReadHandler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { params, query, locale } = request
    const db = slow ? app.database.slowDb : app.database.db
    const given = await readFor(request, (actor) => handler({ db, actor, params, query, locale, request }))
    return send(request, reply, answerOf(200, given), etag)
  }
}

// If the account is a guess, the read runs with it while the token is verified. Its result or refusal is used only if the verified account
// is the same; otherwise it runs again.
const readFor = async <T>(request: FastifyRequest, read: (actor: Actor | undefined) => Promise<T>) => {
  const { identity, actor: guess } = request
  if (!identity || !guess) return read(guess)
  const [early, proven] = await Promise.allSettled([read(guess), identity.proof])
  if (proven.status === 'rejected') throw proven.reason
  const actor = permit(request.route.config, proven.value)
  if (!sameActor(actor, guess)) {
    request.actor = actor
    return read(actor)
  }
  if (early.status === 'rejected') throw early.reason
  return early.value
}

/** The caller, once its token is verified. */
export async function provenCaller(request: FastifyRequest): Promise<Actor | undefined> {
  if (request.identity) request.actor = permit(request.route.config, await request.identity.proof)
  return request.actor
}

/** Answers with data that never changes. */
export function answerConstant(data: object) {
  const answer = constantAnswer(data)
  return (request: FastifyRequest, reply: FastifyReply) => {
    send(request, reply, answer, 'content')
  }
}

/** Answers with what a handler wrote, once it is committed; under an idempotency key, once. */
export function answerWrite(app: FastifyInstance, spec: Spec, handler: WriteHandler, status: number) {
  const { body: takes, etag = 'exact', serializeBy } = spec
  const inLine = requestsInLine()

  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!takes) refuseBody(request.body)
    const write = writeRequest(app, spec, handler, status, request)
    const { answer, replayed } = await (serializeBy === undefined
      ? write()
      : inLine(request, namedIn(request, serializeBy), write))
    if (answer instanceof Refusal) throw answer
    if (replayed) reply.header('idempotency-replayed', 'true')
    return send(request, reply, answer, etag)
  }
}

const namedIn = ({ params, body }: FastifyRequest, field: string) =>
  `${new Map(Object.entries({ ...(body ?? {}), ...(params ?? {}) })).get(field)}`

const writeRequest = (
  app: FastifyInstance,
  spec: Spec,
  handler: WriteHandler,
  status: number,
  request: FastifyRequest,
) => {
  const { noReplay, at = withoutHost(request.url) } = spec
  const { params, query, body, locale } = request
  const expected = expectedOf(request)
  const work = async (tx: Tx): Promise<Answer | Refusal> => {
    const { actor } = request
    const given = await handler({ tx, actor, params, query, body, locale, expected, request })
    if (given instanceof Refusal) return given
    return { ...answerOf(status, given), ...(status === 201 && { location: locationOf(given, at) }) }
  }
  return () =>
    app.database.transaction(onBehalfOf(request), async (tx) =>
      noReplay ? { answer: await work(tx), replayed: false } : once(tx, app.keys, request, () => work(tx)),
    )
}

/** Answers with the bytes of a file. */
export function answerFile(app: FastifyInstance, handler: ShowHandler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { actor, params, query, locale } = request
    const file = await handler({ db: app.database.db, actor, params, query, locale, request })
    return sendFile(request, reply, file)
  }
}

// A request may name its target with scheme and host, which are the caller's words and nothing to repeat.
const withoutHost = (target: string) => target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')

const locationOf = (given: Given, below: string) => {
  const id = idOf(given)
  return id === undefined ? undefined : `${below.split('?')[0]?.replace(/\/$/, '')}/${id}`
}
