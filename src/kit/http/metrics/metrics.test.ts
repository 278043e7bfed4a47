import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { stoppedClock } from '../../../../test/clock.ts'
import { house } from '../../../../test/house.ts'
import { requestDurations, requestLog } from './metrics.ts'

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
    select id, true, 'waiting', 'as-written', '{}', 'trial', 1, now() - interval '3 hours' from users limit 1`.execute(
    db,
  )
  const slow = sql`select pg_sleep(0.1)`.execute(db)
  // It has begun, and is not answered before the next turn of the event loop.
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

test('other requests are served while the durations of many routes are written', async () => {
  const { observe, text } = requestDurations()
  for (let n = 0; n < 2_000; n += 1) observe('GET', `/route-${n}`, 200, 0.002)
  let iterations = 0
  const count = () => {
    iterations += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  const lines = (await text()).split('\n')
  clearImmediate(counting)
  assert.ok(iterations >= 10, `${iterations} iterations of the event loop`)
  assert.equal(lines.length, 2 + 2_000 * 16 + 2 + 2_000 + 1)
  assert.equal(lines[2], 'guidon_http_request_seconds_bucket{method="GET",route="/route-0",le="0.001"} 0')
  assert.equal(lines[32_001], 'guidon_http_request_seconds_count{method="GET",route="/route-1999"} 1')
  assert.equal(lines.at(-2), 'guidon_http_answers_total{method="GET",route="/route-1999",status="2xx"} 1')
})

test('a duration counts in each bucket from its own on, also one that is as long as a bound', async () => {
  const { observe, text } = requestDurations()
  for (const seconds of [0, 0.001, 0.3, 60]) observe('GET', '/a', 200, seconds)
  observe('GET', '/b', 304, 10)
  const counts = (await text()).split('\n').filter((line) => /(bucket|count)\{.*route="\/a"/.test(line))
  assert.deepEqual(
    counts.map((line) => Number(line.split(' ').at(-1))),
    [2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4],
  )
  assert.match(await text(), /route="\/b",le="5"\} 0\n.*route="\/b",le="10"\} 1\n/)
})

test('the page of the metrics stays small, whatever is answered on whichever route', async () => {
  const { observe, text } = requestDurations()
  const statuses = [200, 201, 202, 204, 303, 304, 400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 429, 500, 503]
  for (const { methods, path } of app.catalogue)
    for (const method of methods) for (const status of statuses) observe(method, path, status, 0.01)
  const bytes = Buffer.byteLength(await text())
  assert.ok(bytes < 1_500_000, `${bytes} bytes`)
})

/** The lines that a request of each kind and pino itself write, without their times. */
const lines = async (level: string) => {
  const written: string[] = []
  const journal = pino({ level }, { write: (line: string) => void written.push(line) })
  const log = requestLog(journal)
  const app = fastify().decorateRequest('actor').decorateRequest('refusedAs')
  app.get('/', async (request) => {
    Object.assign(request, request.headers['x-known'] && { actor: { id: 7 }, refusedAs: 'forbidden' })
    log('info', request, { route: '/api/"quoted"/:id', status: 200, ms: 1.26 })
    log('debug', request, { route: '/livez', status: 200, ms: 0 })
    return request.id
  })
  const ids = [await app.inject('/'), await app.inject({ url: '/', headers: { 'x-known': '1' } })].map(
    ({ body }) => body,
  )
  const common = { method: 'GET', route: '/api/"quoted"/:id', status: 200, ms: 1.3 }
  journal.info({ ...common, request_id: ids[0], actor_id: undefined, code: undefined })
  journal.info({ ...common, request_id: ids[1], actor_id: 7, code: 'forbidden' })
  return written.map((line) => line.replace(/"time":\d{13},/, '"time":0,'))
}

test('the line of a request is what pino would write', async () => {
  const [stranger, known, ...asPino] = await lines('info')
  assert.deepEqual([stranger, known], asPino)
  assert.match(stranger ?? '', /^\{"level":30,"time":0,"pid":\d+,"hostname":"[^"]+","method":"GET",.*\}\n$/)
})

test('lines below the level are not written', async () => {
  assert.deepEqual(await lines('warn'), [])
  const levels = (await lines('debug')).map((line) => JSON.parse(line).level)
  assert.deepEqual(levels, [30, 20, 30, 20, 30, 30])
})
