import { setImmediate as yieldToLoop } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { JobDefinitions } from '../../jobs/jobs.ts'
import { watchJobs } from './jobs.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
    /** All metrics in the text format of Prometheus. */
    measured: () => Promise<string>
  }
}

/** Metrics for operators: durations, refusals by code, the database, the job queue; and one log line per request. */
export const measure = (app: FastifyInstance, jobs: JobDefinitions) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  watchDatabase(registry, app)
  watchJobs(registry, app.database.db, jobs)
  const durations = requestDurations()
  const refused = new Counter({
    name: 'guidon_refusals_total',
    help: 'Refusals, by code',
    labelNames: ['code'],
    registers: [registry],
  })
  app.decorate('metrics', registry)
  app.decorate('measured', async () => (await registry.metrics()) + (await durations.text()))
  app.addHook('onResponse', (request, reply, done) => {
    const { url = 'unknown', config } = request.routeOptions
    durations.observe(labelOf(request.method), url, reply.statusCode, reply.elapsedTime / 1_000)
    if (request.refusedAs) refused.labels(request.refusedAs).inc()
    app.journal[!request.is404 && config.quiet ? 'debug' : 'info'](lineOf(request, reply, url))
    done()
  })
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Any method that we do not serve has the label `other`, so that callers cannot create new label values. */
const labelOf = (method: string) => (methods.includes(method) ? method : 'other')

// Only these fields of a request are logged, because others may contain personal data. pino omits undefined values.
const lineOf = (request: FastifyRequest, reply: FastifyReply, route: string) => ({
  method: request.method,
  route,
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime * 10) / 10,
  request_id: request.id,
  actor_id: request.actor?.id,
  code: request.refusedAs,
})

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

const NAME = 'guidon_http_request_seconds'
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Series = { counts: number[]; count: number; sum: number }
const SERIES_AT_ONCE = 100
const emptySeries = (): Series => ({ counts: bounds.map(() => 0), count: 0, sum: 0 })

/** A histogram by method, route and status. It is written by hand, because it is updated for each request. */
export const requestDurations = () => {
  const all = new Map<string, Series>()
  return {
    observe: (method: string, route: string, status: number, seconds: number) => {
      const labels = `method="${method}",route="${route}",status="${status}"`
      const series = all.get(labels) ?? emptySeries()
      if (series.count === 0) all.set(labels, series)
      series.count += 1
      series.sum += seconds
      for (let i = bounds.length - 1; i >= 0 && seconds <= (bounds[i] ?? 0); i -= 1)
        series.counts[i] = (series.counts[i] ?? 0) + 1
    },
    /** Written in steps, so that other requests are served meanwhile. */
    text: async () => {
      const parts = [`# HELP ${NAME} Time to answer, by route`, `# TYPE ${NAME} histogram`]
      for (const [labels, series] of all) {
        if (parts.length % SERIES_AT_ONCE === 0) await yieldToLoop()
        parts.push(linesOf(labels, series))
      }
      return [...parts, ''].join('\n')
    },
  }
}

const linesOf = (labels: string, { counts, count, sum }: Series) =>
  [
    ...counts.map((most, i) => `${NAME}_bucket{${labels},le="${bounds[i]}"} ${most}`),
    `${NAME}_bucket{${labels},le="+Inf"} ${count}`,
    `${NAME}_sum{${labels}} ${sum}`,
    `${NAME}_count{${labels}} ${count}`,
  ].join('\n')
