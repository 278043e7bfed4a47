import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '../../db/tables.ts'
import { jobFigures } from '../../jobs/figures.ts'
import type { JobDefinitions } from '../../jobs/jobs.ts'
import { watchFigures } from './figures.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
  }
}

/** Metrics for operators: requests, refusals by code, the database, the job queue; and one log line per request. */
export function measure(app: FastifyInstance, jobs: JobDefinitions) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  watchDatabase(registry, app)
  watchJobs(registry, app.database.slowDb, jobs)
  const observe = requestMetrics(registry)
  const refused = new Counter({
    name: 'guidon_refusals_total',
    help: 'Refusals, by code',
    labelNames: ['code'],
    registers: [registry],
  })
  app.decorate('metrics', registry)
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'unknown', config } = request.route
    const answered = { method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime }
    observe(answered)
    if (request.refusedAs) refused.inc({ code: request.refusedAs })
    logRequest(app.journal, !request.is404 && config.quiet ? 'debug' : 'info', request, answered)
    done()
  })
}

type Answered = { method: string; route: string; status: number; ms: number }

/**
 * A histogram by method and route, and a counter by class of status beside it. A histogram for each status would make `/metrics` too
 * large: every status of every route has a line for each bucket.
 */
export function requestMetrics(registry: Registry) {
  const registers = [registry]
  const durations = new Histogram({
    name: 'guidon_http_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route'],
    buckets: [0.025, 0.1, 1],
    registers,
  })
  const answers = new Counter({
    name: 'guidon_http_answers_total',
    help: 'Answers, by route and class of status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  return ({ method: given, route, status, ms }: Answered) => {
    const method = labelOf(given)
    durations.observe({ method, route }, ms / 1_000)
    answers.inc({ method, route, status: `${Math.floor(status / 100)}xx` })
  }
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** HEAD does the work of GET. Any method that no route has is `other`, so that callers cannot create new label values. */
const labelOf = (method: string) => {
  if (method === 'HEAD') return 'GET'
  return methods.includes(method) ? method : 'other'
}

/** Logs one line for each answered request. Only these fields of a request are logged: others may contain personal data. */
export function logRequest(
  journal: Logger,
  level: 'debug' | 'info',
  { id, actor, refusedAs }: FastifyRequest,
  { method, route, status, ms }: Answered,
) {
  return journal[level]({
    method,
    route,
    status,
    ms: Math.round(ms * 10) / 10,
    request_id: id,
    actor_id: actor?.id,
    code: refusedAs,
  })
}

const SLOW = 1

/** Measures waits and slow statements. A statement is logged with placeholders ($1), without its values. */
const watchDatabase = (registry: Registry, { database, journal }: FastifyInstance) => {
  const registers = [registry]
  const waits = new Histogram({
    name: 'guidon_database_wait_seconds',
    help: 'How long transactions waited for a connection',
    buckets: [0.001, 0.01, 0.1, 0.5, 1, 5],
    registers,
  })
  const slow = new Counter({ name: 'guidon_slow_statements_total', help: 'Statements of a second and more', registers })
  new Gauge({
    name: 'guidon_database_waiting',
    help: 'Statements and transactions under way or waiting',
    registers,
    collect() {
      this.set(database.waiting())
    },
  })
  database.observer.wait = (seconds) => waits.observe(seconds)
  database.observer.statement = (text, seconds) => {
    if (seconds < SLOW) return
    slow.inc()
    journal.warn({ ms: Math.round(seconds * 1_000), statement: text.slice(0, 1_000) }, 'slow statement')
  }
}

const figuresOfJobs = {
  waiting: ['guidon_jobs_waiting', 'Jobs that are due and not begun'],
  oldest: ['guidon_jobs_oldest_seconds', 'For how long the oldest of them has been due'],
  retrying: ['guidon_jobs_retrying', 'Jobs that failed and are to be tried again'],
  failed: ['guidon_jobs_failed', 'Jobs that were given up'],
} as const

const noJobs = { waiting: 0, oldest: 0, retrying: 0, failed: 0 }

// Gauges of the job queues. Queues without problems report zeros too, so that an alarm ends.
const watchJobs = (registry: Registry, db: Db, jobs: JobDefinitions) =>
  watchFigures(registry, figuresOfJobs, async () => {
    const figures = new Map((await jobFigures(db)).map((row) => [row.name, row]))
    return [...jobs.keys()].map((job) => ({ of: job, figures: figures.get(job) ?? noJobs }))
  })
