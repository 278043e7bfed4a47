import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../../test/house.ts'
import { jobs } from '../wiring.ts'

const { as, db } = await house()
const admin = as('admin', { 'accept-language': 'en' })

type Check = { is: string; about: string; says: string; todo: string | null }
type Job = { name: string; cron: string | null; waiting: number; failed: number; last_done_at: string | null }

test('an administrator sees the findings of doctor about the database, the jobs and the accounts, in words', async () => {
  const { data } = await admin.get('/health')
  // The PostgreSQL of the tests is configured for speed.
  const careless = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'writes']
  assert.deepEqual(
    data.map(({ about }: Check) => about).filter((about: string) => !careless.includes(about)),
    [
      'replication',
      'session',
      'search',
      'tuning',
      'clock',
      'master key',
      'disk',
      'files',
      'mail',
      'jobs',
      'notices',
      'retention',
      'webhooks',
      'refunds',
      'backup',
      'administrators',
    ],
  )
  const of = (about: string) => data.find((check: Check) => check.about === about)
  assert.deepEqual(of('jobs'), { is: 'ok', about: 'jobs', says: '0 waiting.', todo: null })
  assert.deepEqual(of('fsync'), {
    is: 'fail',
    about: 'fsync',
    says: 'It is off.',
    todo: 'A power cut may ruin the data; set fsync = on.',
  })
})

test('every job is listed with its schedule, and what waits, was done or failed', async () => {
  await sql`insert into jobs.job (name, state, start_after, started_on, completed_on, output) values
    ('files.sweep', 'failed', now(), now(), now() - interval '1 hour', '{"name": "Error", "code": "EACCES", "message": "/home/mei"}'),
    ('files.sweep', 'completed', now(), now() - interval '62 seconds', now() - interval '60 seconds', null),
    ('retention', 'created', now() - interval '10 minutes', null, null, null)`.execute(db)
  const { data } = await admin.get('/jobs')
  assert.deepEqual(
    data.map(({ name }: Job) => name),
    [...jobs.keys()].sort(),
  )
  const of = (wanted: string) => data.find(({ name }: Job) => name === wanted)
  const { last_done_at, last_failed_at, ...sweep } = of('files.sweep')
  assert.deepEqual(sweep, {
    name: 'files.sweep',
    label: '清查遺留的檔案',
    label_en: 'Find leftover files',
    cron: '17 * * * *',
    waiting: 0,
    oldest_seconds: 0,
    retrying: 0,
    failed: 1,
    last_seconds: 2,
    last_fault: 'EACCES',
  })
  assert.ok(Date.parse(last_failed_at) < Date.parse(last_done_at))
  const { waiting, oldest_seconds } = of('retention')
  // Ten minutes, and a little more on a slow machine.
  assert.ok(oldest_seconds >= 600 && oldest_seconds < 1000, `${oldest_seconds} s`)
  assert.equal(waiting, 1)
  assert.deepEqual([of('auth.invitation').cron, of('auth.invitation').last_done_at], [null, null])
  const found = (await admin.get('/health')).data.filter(({ about }: Check) => about === 'jobs')
  assert.deepEqual(
    found.map(({ is, says }: Check) => [is, says.replace(/\b[6-9]\d\d s/, '600 s')]),
    [
      ['warn', '1 waiting, the oldest for 600 s.'],
      ['warn', '1 failed: files.sweep.'],
    ],
  )
})

test('every notice is shown with an example, in both languages', async () => {
  const { data } = await admin.get('/notifications/examples')
  const message = data.find(({ name }: { name: string }) => name === 'trip-message')
  assert.deepEqual(
    [message.group, message.label, message.label_en, message.channels],
    ['trip-message', '寫給全團', 'Group messages', ['app', 'mail']],
  )
  assert.deepEqual(
    message.said.map(({ locale }: { locale: string }) => locale),
    ['zh-TW', 'en'],
  )
})

test('only administrators see health, jobs and examples of notices', async () => {
  for (const who of ['sales', 'op', 'finance', 'manager', 'leader', 'customer'] as const)
    for (const path of ['/health', '/jobs', '/notifications/examples'])
      assert.equal((await as(who).get(path)).status, 403, `${who} ${path}`)
})
