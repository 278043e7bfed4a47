import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import type { RefusalCode } from '../../errors.ts'
import type { JobDefinitions } from '../../jobs/jobs.ts'
import { watchDatabase } from './database.ts'
import { durations } from './durations.ts'
import { watchJobs } from './jobs.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
    /** All that is measured, as Prometheus reads it. */
    measured: () => Promise<string>
    /** Tells of an answer. */
    answered: (told: Told, level?: Level) => void
  }
}

type Level = 'info' | 'debug'

/** What an operator may know of a request: what is not named here is not told. */
type Told = {
  method: string
  route: string
  status: number
  ms: number
  request_id: string
  actor_id?: number
  code?: RefusalCode
}

/** What an operator watches: durations, refusals by code, the database, the job list; and one log line per request. */
export const measure = (app: FastifyInstance, jobs: JobDefinitions) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  watchDatabase(registry, app)
  watchJobs(registry, app.database.db, jobs)
  const times = durations()
  const refused = new Counter({
    name: 'guidon_refusals_total',
    help: 'Refusals, by code',
    labelNames: ['code'],
    registers: [registry],
  })
  const answered = (told: Told, level: Level = 'info') => {
    times.observe(labelOf(told.method), told.route, told.status, told.ms / 1_000)
    if (told.code) refused.labels(told.code).inc()
    app.journal[level]({ ...told, ms: Math.round(told.ms * 10) / 10 })
  }
  app.decorate('metrics', registry).decorate('answered', answered)
  app.decorate('measured', async () => (await registry.metrics()) + times.text())
  app.addHook('onResponse', (request, reply, done) => {
    answered(toldOf(request, reply), levelOf(request))
    done()
  })
}

const levelOf = ({ is404, routeOptions }: FastifyRequest): Level =>
  !is404 && routeOptions.config.quiet ? 'debug' : 'info'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** HTTP knows dozens of methods; a label has as many values as we serve, whatever strangers send. */
const labelOf = (method: string) => (methods.includes(method) ? method : 'other')

const toldOf = (request: FastifyRequest, reply: FastifyReply): Told => ({
  method: request.method,
  route: request.routeOptions.url ?? 'unknown',
  status: reply.statusCode,
  ms: reply.elapsedTime,
  request_id: request.id,
  ...(request.actor && { actor_id: request.actor.id }),
  ...(request.refusedAs && { code: request.refusedAs }),
})
