import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Database } from '../db/connect.ts'
import { refusalOf } from '../db/faults.ts'
import { type RefusalCode, refuse } from '../errors.ts'
import type { Keys } from '../keys.ts'
import { type Locale, localeOf } from '../words.ts'
import { type Access, type Actor, permit } from './access.ts'
import { type Identify, type Identity, identities } from './identity.ts'
import { methodsOf } from './methods.ts'
import { measure } from './metrics.ts'
import { sendProblem } from './problem.ts'
import { validators } from './validators.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    refuses?: readonly RefusalCode[]
    cache?: string
    byHand?: true
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
    keys: Keys
  }
}

export type Needs = {
  database: Database
  keys: Keys
  identify: Identify
  log: FastifyBaseLogger
  zone: string
  corsOrigins: string[]
  trustProxy: boolean | string
}

/** Fastify, built once: what every route keeps. */
export const service = ({ database, keys, identify, log, zone, corsOrigins, trustProxy }: Needs): FastifyInstance => {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
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
    frameworkErrors: sendProblem,
  })
  app.decorate('database', database).decorate('keys', keys)
  app
    .decorateRequest('actor')
    .decorateRequest('identity')
    .decorateRequest('refusedAs')
    .decorateRequest('locale', 'zh-TW')

  const { body, text } = validators(zone)
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? body : text).compile(schema as object))
  // Answers are bytes already.
  app.setSerializerCompiler(() => JSON.stringify)
  app.setErrorHandler(sendProblem)
  if (corsOrigins.length) app.register(cors, { origin: corsOrigins, exposedHeaders: exposed, maxAge: 600 })

  const methods = methodsOf(app)
  app.addHook('onRoute', requireAccess)
  app.addHook('onRequest', async (request, reply) => {
    request.locale = localeOf(request.headers['accept-language'])
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    if (request.is404 || request.method === 'OPTIONS') return
    requireJson(request.headers.accept)
    await recognise(request)
  })
  const recognise = recogniser(identities(identify))
  app.setNotFoundHandler((request) => methods.refuse(request))
  measure(app)
  return app
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
const recogniser = (identityOf: ReturnType<typeof identities>) => async (request: Parameters<typeof identityOf>[0]) => {
  const { access = 'signed-in' } = request.routeOptions.config
  if (access === 'public') return
  const identity = identityOf(request)
  if (!identity) return permit(access, undefined)
  const early = request.method === 'GET' && !request.routeOptions.config.byHand ? identity.guess : undefined
  request.actor = early && mayPass(access, early) ? early : await proven(identity)
  if (request.actor === early && early) request.identity = identity
  permit(access, request.actor)
}

const proven = (identity: Identity) =>
  identity.proof.catch((error) => {
    throw refusalOf(error) ?? error
  })

const mayPass = (access: Access, { role }: Actor) =>
  access === 'signed-in' || access === 'public' || access.includes(role)

const requireJson = (accept: string | undefined) => {
  if (accept !== undefined && accept !== '' && !/\*\/\*|json|application\/\*|text\/|image\//.test(accept))
    refuse('not_acceptable')
}

const requestId = (given: string | string[] | undefined) =>
  typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID()

const exposed = [
  'ETag',
  'Location',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'Idempotency-Replayed',
]
