import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaCompiler,
} from 'fastify'
import type { Logger } from 'pino'
import type { TSchema } from 'typebox'
import type { Database } from '../../db/connect.ts'
import type { RefusalCode } from '../../errors.ts'
import type { Store } from '../../files/store.ts'
import type { JobDefinitions } from '../../jobs/jobs.ts'
import type { Keys } from '../../secrets/keys.ts'
import { type Locale, localeOf } from '../../words/words.ts'
import { measure } from '../metrics/metrics.ts'
import { type Validators, validators } from '../routes/validators.ts'
import type { Access, Actor } from './access.ts'
import { allowedMethods } from './allowed-methods.ts'
import { type TrustedProxies, trusting } from './caller.ts'
import type { Identify, Identity } from './guard.ts'
import { guard, provenFault } from './guard.ts'
import { limitBodyTime, takeJson } from './json-body.ts'
import { answerMalformedHttp } from './malformed-http.ts'
import { answerOverdue } from './overdue.ts'
import { sendProblem } from './problem.ts'
import { closeStalledClients } from './stalled-clients.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** The name of its operation, if the path gives no good one. */
    name?: string
    refuses?: readonly RefusalCode[]
    cache?: string
    byHand?: true
    /** A media type the answer can be had in as well. */
    otherMedia?: string
    /** Takes a multipart form of this shape. */
    form?: TSchema
    /** Answers with bytes of any kind, not with JSON. */
    bytes?: true
    /** Its lines in the log are for `LOG_LEVEL=debug`. */
    quiet?: true
    /** Also open to an account that has yet to set up its second factor. */
    enrolling?: true
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
    validators: Validators
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
  /** Those it tells of in its metrics. */
  jobs: JobDefinitions
  identify: Identify
  log: Logger
  zone: string
  publicUrl?: string | undefined
  corsOrigins: string[]
  trustProxy: TrustedProxies
}

/** Fastify, built once: what every route keeps. */
export const service = (needs: Needs): FastifyInstance => {
  const { identify, jobs, zone, corsOrigins, trustProxy } = needs
  const validation = validators(zone)
  const app = opened(trustProxy, validation)
  app.decorate('validators', validation)
  equip(app, needs)
  understand(app)
  const methods = allowedMethods(app)
  answerOverdue(app)
  app.addHook('onRequest', (request, reply, done) => {
    greet(request, reply)
    limitBodyTime(request)
    done()
  })
  if (corsOrigins.length) app.register(cors, { ...crossing, origin: corsOrigins })
  guard(app, identify)
  app.setNotFoundHandler((request) => methods.refuse(request))
  closeStalledClients(app)
  measure(app, jobs)
  return app
}

const opened = (trustProxy: TrustedProxies, validation: Validators): FastifyInstance =>
  Fastify({
    trustProxy: trusting(trustProxy),
    bodyLimit: 1_048_576,
    // Long enough for an upload of 10 MB at 0.5 Mbit/s; JSON bodies have a limit of their own.
    requestTimeout: 300_000,
    keepAliveTimeout: 65_000,
    connectionTimeout: 18_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    clientErrorHandler: answerMalformedHttp,
    schemaController: { compilersFactory: compilers(validation) },
    frameworkErrors: (error, request, reply) => {
      greet(request, reply)
      return sendProblem(error, request, reply)
    },
  })

/** What handlers find on the service and on a request. */
const equip = (app: FastifyInstance, { database, keys, files, log, zone, publicUrl }: Needs) => {
  app.decorate('database', database).decorate('journal', log).decorate('keys', keys)
  app.decorate('files', files).decorate('zone', zone).decorate('publicUrl', publicUrl)
  app.decorateRequest('actor').decorateRequest('identity').decorateRequest('refusedAs')
  app.decorateRequest('locale', 'zh-TW')
}

// Given at its making, so that the compilers it would use otherwise are not even loaded.
const compilers = ({ body, text }: Validators) => {
  const check: FastifySchemaCompiler<object> = ({ schema, httpPart }) => (httpPart === 'body' ? body : text)(schema)
  return {
    // Its type is that of the compiler it stands in for.
    buildValidator: () => check as never,
    // Answers are bytes already.
    buildSerializer: () => () => JSON.stringify,
  }
}

/** How it reads what is sent, and says what is wrong with it. */
const understand = (app: FastifyInstance) => {
  app.setErrorHandler(async (error, request, reply) => sendProblem(await provenFault(error, request), request, reply))
  takeJson(app)
}

/** Every answer tells its id and speaks the caller's language, also one that reaches no route. */
const greet = (request: FastifyRequest, reply: FastifyReply) => {
  request.locale = localeOf(request.headers['accept-language'])
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
}

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

/** The id of a request: the caller's own if it is valid, else a new one. */
const requestIdOf = (given: string | string[] | undefined) =>
  typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID()
