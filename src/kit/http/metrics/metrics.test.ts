import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { sql } from 'kysely'
import { type Logger, pino } from 'pino'
import { Registry } from 'prom-client'
import { stoppedClock } from '../../../../test/clock.ts'
import { house } from '../../../../test/house.ts'
import { logRequest, requestMetrics } from './metrics.ts'

const { app, as, db, database } = await house()
const figures = async () => {
  const lines: string[] = (await as().get('//metrics')).body.split('\n')
  return new Map(
    lines
      .filter((line) => /^guidon/.test(line))
      .map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]),
  )
}

test('metrics show the age of queued jobs, failures, connection waits, slow statements and refusals', async (t) => {
  const passes = stoppedClock(t)
  await sql`insert into jobs.job (name, state, start_after) values
    ('auth.invitation', 'created', now() - interval '10 minutes'), ('auth.invitation', 'created', now() + interval '1 day'),
    ('auth.sign-in', 'failed', now())`.execute(db)
  const [id] = (
    await sql<{ id: number }>`insert into webhooks (name, url, is_active, disabled_reason, disabled_at)
      values ('x', 'https://crm.example.com/', false, 'gone', now()) returning id`.execute(db)
  ).rows
  await sql`insert into webhook_deliveries (webhook_id, event, data, status, next_try_at, created_at) values
    (${id?.id}, 'x', '{}', 'failed', null, now()), (${id?.id}, 'x', '{}', 'pending', now(), now() - interval '2 hours')`.execute(
    db,
  )
  await sql`insert into deliveries (user_id, is_proved, state, sentence, params, subject_type, subject_id, created_at)
    select id, true, 'waiting', 'trip-message', '{}', 'trial', 1, now() - interval '3 hours' from users limit 1`.execute(
    db,
  )
  const slow = sql`select pg_sleep(0.1)`.execute(db)
  // The request has begun, and is answered in a later turn of the event loop.
  await new Promise(setImmediate)
  passes(1_050)
  await slow
  await database.transaction({}, (tx) => sql`select 1`.execute(tx))
  await as('customer').get('/users')
  const now = await figures()
  const is = (name: string) => now.get(name)
  assert.deepEqual(
    [is('guidon_jobs_waiting{job="auth.invitation"}'), is('guidon_jobs_failed{job="auth.sign-in"}')],
    [1, 1],
  )
  assert.ok((is('guidon_jobs_oldest_seconds{job="auth.invitation"}') ?? 0) >= 600)
  assert.deepEqual(
    [is('guidon_jobs_waiting{job="webhooks.deliver"}'), is('guidon_jobs_retrying{job="webhooks.deliver"}')],
    [0, 0],
  )
  assert.deepEqual(
    [is('guidon_webhook_pending'), is('guidon_webhook_failed'), is('guidon_webhooks_disabled')],
    [1, 1, 1],
  )
  assert.ok((is('guidon_webhook_oldest_seconds') ?? 0) >= 7_200)
  assert.equal(is('guidon_notices_waiting'), 1)
  assert.ok((is('guidon_notices_oldest_seconds') ?? 0) >= 10_800)
  assert.deepEqual([is('guidon_slow_statements_total'), is('guidon_refusals_total{code="forbidden"}')], [1, 1])
  assert.ok((is('guidon_database_wait_seconds_count') ?? 0) >= 1)
})

test('callers cannot add series: unknown paths and methods share one label each', async () => {
  const series = async () =>
    [...(await figures()).keys()].filter((key) => /(_count|_total)\{.*unknown/.test(key)).sort()
  for (let n = 0; n < 40; n += 1) await as().get(`//nothing-${n}/${'x'.repeat(n)}`)
  for (const method of ['PROPFIND', 'LOCK', 'REPORT', 'SEARCH', 'TRACE']) await app.inject({ method, url: '/nothing' })
  assert.deepEqual(await series(), [
    'guidon_http_answers_total{method="GET",route="unknown",status="4xx"}',
    'guidon_http_answers_total{method="other",route="unknown",status="4xx"}',
    'guidon_http_request_seconds_count{method="GET",route="unknown"}',
    'guidon_http_request_seconds_count{method="other",route="unknown"}',
  ])
})

test('the metrics page stays small for any combination of routes and statuses', async () => {
  const registry = new Registry()
  const observe = requestMetrics(registry)
  const statuses = [200, 201, 202, 204, 303, 304, 400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 429, 500, 503]
  for (const { methods, path } of app.catalogue)
    for (const method of methods) for (const status of statuses) observe({ method, route: path, status, ms: 10 })
  const bytes = Buffer.byteLength(await registry.metrics())
  assert.ok(bytes < 1_000_000, `${bytes} bytes`)
})

test('a request is logged with its route, never with its URL', async () => {
  const written: string[] = []
  const journal: Logger = pino({ level: 'info' }, { write: (line: string) => void written.push(line) })
  const app = fastify().decorateRequest('actor').decorateRequest('refusedAs')
  app.get('/', async (request) => {
    Object.assign(request, request.headers['x-known'] && { actor: { id: 7 }, refusedAs: 'forbidden' })
    logRequest(journal, 'info', request, { method: 'GET', route: '/api/"quoted"/:id', status: 200, ms: 1.26 })
    logRequest(journal, 'debug', request, { method: 'GET', route: '/livez', status: 200, ms: 0 })
    return request.id
  })
  const [stranger, known] = [
    (await app.inject('/?name=%E7%8E%8B')).body,
    (await app.inject({ url: '/', headers: { 'x-known': '1' } })).body,
  ]
  const common = { level: 30, method: 'GET', route: '/api/"quoted"/:id', status: 200, ms: 1.3 }
  const lines = written
    .map((line) => JSON.parse(line))
    .map(({ time: _time, pid: _pid, hostname: _host, ...line }) => line)
  assert.deepEqual(lines, [
    { ...common, request_id: stranger },
    { ...common, request_id: known, actor_id: 7, code: 'forbidden' },
  ])
})
