import cors from '@fastify/cors'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { TSchema } from 'typebox'
import type { Database } from '../db/connect.ts'
import { refusalOf } from '../db/faults.ts'
import { type RefusalCode, refuse } from '../errors.ts'
import type { Store } from '../files/store.ts'
import type { Keys } from '../keys.ts'
import { type Locale, localeOf } from '../words.ts'
import { type Access, type Actor, permit } from './access.ts'
import { isJsonTaken, requestId } from './asked.ts'
import { giveConstants } from './constants.ts'
import { type Identify, type Identity, identities } from './identity.ts'
import { takeJson } from './json-body.ts'
import { methodsOf } from './methods.ts'
import { measure } from './metrics.ts'
import { sendProblem } from './problem.ts'
import { leaveStalled } from './stalled.ts'
import { answerUnreadable } from './unreadable.ts'
import { validators } from './validators.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    refuses?: readonly RefusalCode[]
    cache?: string
    byHand?: true
    /** A media type the answer can be had in as well. */
    alsoAs?: string
    /** Takes a multipart form of this shape. */
    form?: TSchema
    /** Answers with bytes of any kind, not with JSON. */
    bytes?: true
  }
  interface FastifyRequest {
    /** Only behind a route that is not public. */
    actor: Actor | undefined
    identity: Identity | undefined
    locale: Locale
    refusedAs: RefusalCode | undefined
  }
  interface FastifyInstance {
    database: Database
    /** What is told of what happens; a request has no log of its own, which would cost each of them. */
    journal: Logger
    keys: Keys
    /** The house's time zone. */
    zone: string
    /** The address the house is known by, where one was given. */
    publicUrl: string | undefined
    /** Looks once more who is calling; for what stays open long. */
    recognise: (request: FastifyRequest) => Promise<void> | undefined
    files: Store
  }
}

export type Needs = {
  database: Database
  keys: Keys
  files: Store
  identify: Identify
  log: Logger
  zone: string
  publicUrl?: string | undefined
  corsOrigins: string[]
  trustProxy: boolean | string
}

/** Fastify, built once: what every route keeps. */
export const service = ({
  database,
  keys,
  files,
  identify,
  log,
  zone,
  publicUrl,
  corsOrigins,
  trustProxy,
}: Needs): FastifyInstance => {
  const app: FastifyInstance = Fastify({
    trustProxy,
    bodyLimit: 1_048_576,
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000,
    connectionTimeout: 20_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => {
      greet(request, reply)
      return sendProblem(error, request, reply)
    },
  })
  app
    .decorate('database', database)
    .decorate('journal', log)
    .decorate('keys', keys)
    .decorate('files', files)
    .decorate('zone', zone)
  app.decorate('publicUrl', publicUrl)
  app
    .decorateRequest('actor')
    .decorateRequest('identity')
    .decorateRequest('refusedAs')
    .decorateRequest('locale', 'zh-TW')

  const { body, text } = validators(zone)
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? body : text)(schema as object))
  // Answers are bytes already.
  app.setSerializerCompiler(() => JSON.stringify)
  app.setErrorHandler(async (error, request, reply) => sendProblem(await provenFault(error, request), request, reply))
  takeJson(app)

  const methods = methodsOf(app)
  app.addHook('onRoute', requireAccess)
  app.addHook('onRequest', (request, reply, done) => {
    greet(request, reply)
    done()
  })
  if (corsOrigins.length) app.register(cors, { ...crossing, origin: corsOrigins })
  // A hook that waits for nothing calls back at once: a promise each would cost every request.
  app.addHook('onRequest', (request, _reply, done) => {
    const { config } = request.routeOptions
    if (request.is404 || request.method === 'OPTIONS') return done()
    if (!config.bytes && !isJsonTaken(request.headers.accept)) refuse('not_acceptable')
    const known = recognise(request)
    if (known) known.then(() => done(), done)
    else done()
  })
  const recognise = recogniser(identities(identify))
  app.decorate('recognise', recognise)
  app.setNotFoundHandler((request) => methods.refuse(request))
  leaveStalled(app)
  measure(app)
  giveConstants(app)
  return app
}

/** Every answer tells its id and speaks the caller's language, also one that reaches no route. */
const greet = (request: FastifyRequest, reply: FastifyReply) => {
  request.locale = localeOf(request.headers['accept-language'])
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
}

const requireAccess = ({
  method,
  url,
  config,
}: {
  method: string | string[]
  url: string
  config?: { access?: Access }
}) => {
  if (!config?.access && method !== 'OPTIONS') throw new Error(`${method} ${url} declares no access`)
}

// Reads go on with the guess and are answered only when it is proven; everything else waits for the proof.
const recogniser =
  (identityOf: ReturnType<typeof identities>) =>
  (request: FastifyRequest): Promise<void> | undefined => {
    const { access = 'signed-in', byHand } = request.routeOptions.config
    if (access === 'public') return undefined
    const identity = identityOf(request)
    if (!identity) return refuse('unauthenticated')
    const guess = request.method === 'GET' && !byHand ? identity.guess : undefined
    if (!guess || !mayPass(access, guess)) return admit(request, access, identity)
    request.actor = guess
    request.identity = identity
    return undefined
  }

const admit = async (request: FastifyRequest, access: Access, identity: Identity) => {
  request.actor = await proven(identity)
  permit(access, request.actor)
}

// What was refused on a guess is told only to whom the proof agrees with; a dead token hears that it is dead.
const provenFault = (error: unknown, { identity }: FastifyRequest) =>
  identity
    ? identity.proof.then(
        () => error,
        (dead) => dead,
      )
    : error

const proven = (identity: Identity) =>
  identity.proof.catch((error) => {
    throw refusalOf(error) ?? error
  })

const mayPass = (access: Access, { role }: Actor) =>
  access === 'signed-in' || access === 'public' || access.includes(role)

const crossing = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: [
    'ETag',
    'Location',
    'Retry-After',
    'RateLimit',
    'RateLimit-Policy',
    'X-Request-Id',
    'Idempotency-Replayed',
  ],
  maxAge: 600,
  strictPreflight: false,
}
