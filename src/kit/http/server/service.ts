import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import fastifyStatic from '@fastify/static'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaCompiler,
} from 'fastify'
import type { Logger } from 'pino'
import type { TSchema } from 'typebox'
import type { Database } from '../../db/connect.ts'
import { Refusal, type RefusalCode, refuse } from '../../errors.ts'
import type { Store } from '../../files/store.ts'
import type { JobDefinitions } from '../../jobs/jobs.ts'
import type { Mailer } from '../../mail/mail.ts'
import type { Papers } from '../../papers/papers.ts'
import type { Keys } from '../../secrets/keys.ts'
import { IDLE_CLIENT_MS, REQUEST_MS } from '../../timeouts.ts'
import { type Locale, localeOf } from '../../words/words.ts'
import type { ListColumn } from '../export/columns.ts'
import { exportTurns } from '../export/export.ts'
import { measure } from '../metrics/metrics.ts'
import { sendRefusedPage } from '../pages/refused-page.ts'
import { type Validators, validators } from '../routes/validators.ts'
import { type TrustedProxies, trusting } from './caller.ts'
import { answerMalformedHttp, closeStalledClients, closeUnusedConnections } from './connections.ts'
import { answerOverdue, limitBodyTime } from './deadline.ts'
import { type Access, type Actor, guard, type Identify, type Identity, provenFault } from './guard.ts'
import { takeJson } from './json-body.ts'
import { isForPerson, isOfApi, type SendRefusedPage, sendProblem } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** The name of the operation, if the path gives no good one. */
    name?: string
    refuses?: readonly RefusalCode[]
    cache?: string
    raw?: true
    /** Other media types in which the route answers on request. */
    otherMedia?: readonly string[]
    /** The columns of the file of a list. */
    columns?: readonly ListColumn[]
    /** The schema of the multipart form that the route accepts. */
    form?: TSchema
    /** Answers with bytes of any kind, not with JSON. */
    bytes?: true
    /** Its requests are logged at level `debug`. */
    quiet?: true
    /** Also open to an account that has yet to set up its second factor. */
    duringEnrolment?: true
  }
  interface FastifyRequest {
    /** Undefined on public routes. */
    actor: Actor | undefined
    /** Its `routeOptions`, which Fastify makes anew each time they are asked for. */
    route: FastifyRequest['routeOptions']
    identity: Identity | undefined
    locale: Locale
    refusedAs: RefusalCode | undefined
  }
  interface FastifyInstance {
    database: Database
    /** The log. Requests have no loggers of their own, because creating one costs time in every request. */
    journal: Logger
    keys: Keys
    /** The time zone of the installation. */
    zone: string
    validators: Validators
    /** The configured public URL of the service, if there is one. */
    publicUrl: string | undefined
    /** Identifies the caller again; for connections that stay open long. */
    recognise: (request: FastifyRequest) => Promise<void> | undefined
    /** The account that is signed in to the browser which opens a page, if there is one. */
    visitor: (request: FastifyRequest) => Promise<Actor | undefined>
    files: Store
    papers: Papers
    machine: Machine
    /** How many times longer than usual anything may take. */
    patience: number
    sendRefusedPage: SendRefusedPage
  }
}

/** What the service knows of its machine. */
export type Machine = { dataDir: string; mailer: Mailer; isMailServerSet: boolean }

export type Needs = {
  database: Database
  keys: Keys
  files: Store
  papers: Papers
  /** The jobs that the metrics report. */
  jobs: JobDefinitions
  identify: Identify
  log: Logger
  zone: string
  machine: Machine
  publicUrl?: string | undefined
  corsOrigins: string[]
  trustProxy: TrustedProxies
  /** Sends the page that tells a person of a refusal. */
  refusedPage?: SendRefusedPage
  /** How many times longer than usual a request may take. Tests set it. */
  patience?: number
}

/** Builds the Fastify instance with everything that applies to every route. */
export function service(needs: Needs): FastifyInstance {
  const { identify, jobs, zone, corsOrigins, trustProxy, refusedPage = sendRefusedPage, patience = 1 } = needs
  const validation = validators(zone)
  const app = newFastify(trustProxy, validation, patience)
  app.decorate('validators', validation).decorate('patience', patience).decorate('reads', new Map())
  app.decorate('sendRefusedPage', refusedPage)
  decorate(app, needs)
  setParsing(app)
  const methods = allowedMethods(app)
  answerOverdue(app, REQUEST_MS * patience)
  app.addHook('onRequest', (request, reply, done) => {
    beginAnswer(request, reply)
    limitBodyTime(request)
    if (isBrokenAddress(request.url)) reply.callNotFound()
    else done()
  })
  app.register(fastifyStatic, staticFiles)
  if (corsOrigins.length) app.register(cors, { ...corsOptions, origin: corsOrigins })
  guard(app, identify)
  app.setNotFoundHandler((request) => methods.refuse(request))
  closeStalledClients(app)
  closeUnusedConnections(app)
  measure(app, jobs)
  return app
}

const newFastify = (trustProxy: TrustedProxies, validation: Validators, patience: number): FastifyInstance =>
  Fastify({
    trustProxy: trusting(trustProxy),
    bodyLimit: 1_048_576,
    // Long enough for the largest file at 0.5 Mbit/s. JSON bodies have a shorter limit of their own.
    requestTimeout: 300_000,
    keepAliveTimeout: 65_000,
    connectionTimeout: IDLE_CLIENT_MS * patience,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    clientErrorHandler: answerMalformedHttp,
    schemaController: { compilersFactory: compilers(validation) },
    // An address that is broken, or much too long, leads to no route.
    frameworkErrors: (error, request, reply) => {
      beginAnswer(request, reply)
      return sendProblem(isForPerson(request) ? new Refusal('not_found') : error, request, reply)
    },
  })

/** Decorates the instance and its requests with what handlers need. */
const decorate = (app: FastifyInstance, needs: Needs) => {
  const { database, keys, files, papers, log, zone, machine, publicUrl } = needs
  app.decorate('database', database).decorate('journal', log).decorate('keys', keys)
  app
    .decorate('files', files)
    .decorate('papers', papers)
    .decorate('machine', machine)
    .decorate('zone', zone)
    .decorate('publicUrl', publicUrl)
    .decorate('exportInTurn', exportTurns())
  app.decorateRequest('actor').decorateRequest('route').decorateRequest('identity').decorateRequest('refusedAs')
  app.decorateRequest('locale', 'zh-TW')
}

// Passed to the constructor, so that Fastify does not load its default compilers.
const compilers = ({ body, text }: Validators) => {
  const check: FastifySchemaCompiler<object> = ({ schema, httpPart }) => (httpPart === 'body' ? body : text)(schema)
  return {
    // Fastify types this as its own compiler, which it replaces.
    buildValidator: () => check as never,
    // Answers are already serialized.
    buildSerializer: () => () => JSON.stringify,
  }
}

/** Sets the body parser and the error handler. */
const setParsing = (app: FastifyInstance) => {
  app.setErrorHandler(async (error, request, reply) => sendProblem(await provenFault(error, request), request, reply))
  takeJson(app)
}

/** Sets the request id and the language of every answer, also of requests without a route. */
const beginAnswer = (request: FastifyRequest, reply: FastifyReply) => {
  request.route = request.routeOptions
  request.locale = localeOf(request.headers['accept-language'])
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
}

// Whether the address of a page holds what no text may hold. Nothing has such an address.
const isBrokenAddress = (url: string) => /%00/.test(url) && !isOfApi(url)

/** Gives replies `sendFile`, which sends the .br or .gz copy beside a file. No file has a route by this. */
export const staticFiles = { serve: false, preCompressed: true, cacheControl: false } as const

const corsOptions = {
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

/** Refuses a request without a route: 405 with `Allow` if the path has other methods, otherwise 404. */
const allowedMethods = (app: FastifyInstance) => {
  const known: { path: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    // Preflight requests are accepted on every path, so an OPTIONS route does not make a path known.
    if (method === 'OPTIONS') return
    const path = new RegExp(
      `^${url
        .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
        .replace(/:\w+/g, '[^/]+')
        .replace(/\*/g, '.*')}/?$`,
    )
    known.push({ path, methods: [method].flat() })
  })
  return {
    refuse: ({ url, method }: FastifyRequest) => {
      const path = url.split('?')[0] ?? ''
      const allowed = new Set(known.filter((route) => route.path.test(path)).flatMap(({ methods }) => methods))
      if (allowed.size === 0 || allowed.has(method)) return refuse('not_found')
      const allow = [...allowed].sort().join(', ')
      return refuse('method_not_allowed', {
        headers: { allow },
        detail: [`此網址可用的方法：${allow}。`, `This address takes: ${allow}.`],
      })
    },
  }
}
