import { setImmediate as yieldToLoop } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Logger, pino } from 'pino'
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
  const log = requestLog(app.journal)
  app.decorate('metrics', registry)
  app.decorate('measured', async () => (await registry.metrics()) + (await durations.text()))
  app.addHook('onResponse', (request, reply, done) => {
    const { url = 'unknown', config } = request.route
    const answered = { route: url, status: reply.statusCode, ms: reply.elapsedTime }
    durations.observe(labelOf(request.method), url, answered.status, answered.ms / 1_000)
    if (request.refusedAs) refused.labels(request.refusedAs).inc()
    log(!request.is404 && config.quiet ? 'debug' : 'info', request, answered)
    done()
  })
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** HEAD does the work of GET. Any method that no route has is `other`, so that callers cannot create new label values. */
const labelOf = (method: string) => {
  if (method === 'HEAD') return 'GET'
  return methods.includes(method) ? method : 'other'
}

const { levels, symbols } = pino

type Answered = { route: string; status: number; ms: number }

/**
 * Logs one line for each answered request, in the format of pino. It is put together by hand, because pino takes a tenth of the time of
 * a small answer. Only these fields of a request are logged: others may contain personal data.
 */
export const requestLog = (journal: Logger) => {
  const out: { write: (line: string) => void } = Reflect.get(journal, symbols.streamSym)
  // The process and the machine, as in every line.
  const origin: string = Reflect.get(journal, symbols.chindingsSym)
  const routes = new Map<string, string>()
  const quoted = (route: string) => {
    const known = routes.get(route) ?? JSON.stringify(route)
    routes.set(route, known)
    return known
  }
  return (level: 'debug' | 'info', request: FastifyRequest, { route, status, ms }: Answered) => {
    if (!journal.isLevelEnabled(level)) return
    const { method, id, actor, refusedAs } = request
    const ends = `${actor ? `,"actor_id":${actor.id}` : ''}${refusedAs ? `,"code":"${refusedAs}"` : ''}}\n`
    out.write(
      `{"level":${levels.values[level]},"time":${Date.now()}${origin},"method":"${method}","route":${quoted(route)},"status":${status},"ms":${Math.round(ms * 10) / 10},"request_id":"${id}"${ends}`,
    )
  }
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

const DURATIONS = 'guidon_http_request_seconds'
const ANSWERS = 'guidon_http_answers_total'
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** `buckets`: how many ended within each bound, but not within the one before. `answers`: how many had a status of each class. */
type Series = { labels: string; buckets: number[]; count: number; sum: number; answers: Map<string, number> }
const SERIES_AT_ONCE = 100

/**
 * A histogram by method and route, and a counter by class of status beside it: a histogram for each status would take a megabyte for
 * every four statuses. It is written by hand, because it is updated for each request.
 */
export const requestDurations = () => {
  const { all, seriesOf } = allSeries()
  return {
    observe: (method: string, route: string, status: number, seconds: number) => {
      const series = seriesOf(method, route)
      series.count += 1
      series.sum += seconds
      let bucket = 0
      while (seconds > (bounds[bucket] ?? seconds)) bucket += 1
      series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1
      const of = `${Math.floor(status / 100)}xx`
      series.answers.set(of, (series.answers.get(of) ?? 0) + 1)
    },
    /** Written in steps, so that other requests are served meanwhile. */
    text: async () => {
      const durations = [`# HELP ${DURATIONS} Time to answer, by route`, `# TYPE ${DURATIONS} histogram`]
      const answers = [`# HELP ${ANSWERS} Answers, by route and class of status`, `# TYPE ${ANSWERS} counter`]
      for (const series of all) {
        if (durations.length % SERIES_AT_ONCE === 0) await yieldToLoop()
        durations.push(durationLines(series))
        answers.push(...answerLines(series))
      }
      return [...durations, ...answers, ''].join('\n')
    },
  }
}

// Found without putting their labels together.
const allSeries = () => {
  const all: Series[] = []
  const byRoute = new Map<string, Map<string, Series>>()
  const added = (method: string, route: string) => {
    const labels = `method="${method}",route="${route}"`
    const series = { labels, buckets: [...bounds.map(() => 0), 0], count: 0, sum: 0, answers: new Map() }
    all.push(series)
    byRoute.set(route, (byRoute.get(route) ?? new Map<string, Series>()).set(method, series))
    return series
  }
  const seriesOf = (method: string, route: string) => byRoute.get(route)?.get(method) ?? added(method, route)
  return { all, seriesOf }
}

const durationLines = ({ labels, buckets, count, sum }: Series) => {
  let within = 0
  const counts = bounds.map((most, i) => {
    within += buckets[i] ?? 0
    return `${DURATIONS}_bucket{${labels},le="${most}"} ${within}`
  })
  return [
    ...counts,
    `${DURATIONS}_bucket{${labels},le="+Inf"} ${count}`,
    `${DURATIONS}_sum{${labels}} ${sum}`,
    `${DURATIONS}_count{${labels}} ${count}`,
  ].join('\n')
}

const answerLines = ({ labels, answers }: Series) =>
  [...answers].map(([status, count]) => `${ANSWERS}{${labels},status="${status}"} ${count}`)
