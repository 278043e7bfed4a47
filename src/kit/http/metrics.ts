import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { watchDatabase } from './metrics/database.ts'
import { watchJobs } from './metrics/jobs.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
  }
}

/** What an operator watches: durations, refusals by code, the database, the job list; and one log line per request, by allow-list. */
export const measure = (app: FastifyInstance) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  watchDatabase(registry, app)
  watchJobs(registry, app.database.db)
  watchRequests(registry, app)
  app.decorate('metrics', registry)
}

const watchRequests = (registry: Registry, app: FastifyInstance) => {
  const duration = new Histogram({
    name: 'guidon_http_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const refused = new Counter({
    name: 'guidon_refusals_total',
    help: 'Refusals, by code',
    labelNames: ['code'],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1_000)
    if (request.refusedAs) refused.labels(request.refusedAs).inc()
    request.log.info(lineOf(request, route, reply.statusCode, reply.elapsedTime))
  })
}

const lineOf = (request: FastifyRequest, route: string, status: number, elapsed: number) => ({
  method: request.method,
  route,
  status,
  ms: Math.round(elapsed * 10) / 10,
  request_id: request.id,
  ...(request.actor && { actor_id: request.actor.id }),
  ...(request.refusedAs && { code: request.refusedAs }),
})
