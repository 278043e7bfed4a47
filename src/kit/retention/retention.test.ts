import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { house } from '../../../test/house.ts'
import { countsRetention } from '../throttle.ts'
import { runRetention } from './job.ts'
import { lastRun } from './last-run.ts'
import type { Retention } from './rules.ts'

const { as, db, database } = await house()
const tools = { database, log: pino({ level: 'silent' }) }
const countsLeft = async () => {
  const { rows } = await sql<{
    key: string
  }>`select key from throttles where key like 'retention %' order by key`.execute(db)
  return rows.map(({ key }) => key)
}

test('expired rows are deleted in batches, others stay, and the run is recorded', async () => {
  await sql`insert into throttles (key, hits, expires_at)
    select 'retention ' || n, 1, now() + case when n <= 1200 then interval '-1 second' else interval '1 minute' end
      from generate_series(1, 1202) n`.execute(db)
  assert.equal(await lastRun(db), undefined)
  await runRetention([countsRetention])({}, tools)
  assert.deepEqual(await countsLeft(), ['retention 1201', 'retention 1202'])
  const run = await lastRun(db)
  assert.deepEqual([run?.deleted, run?.failed], [{ 'attempt counters and known addresses': 1_200 }, []])
  assert.ok(Math.abs((run?.ended_at ?? 0) - Date.now() / 1_000) < 60)
})

test('a rule that fails does not stop the others, and the run names it', async () => {
  await sql`insert into throttles (key, hits, expires_at) values ('retention late', 1, now() - interval '1 day')`.execute(
    db,
  )
  const broken: Retention = {
    ...countsRetention,
    what: 'what cannot be deleted',
    deleteBatch: (tx) => sql`select 1 / 0`.execute(tx).then(() => 0),
  }
  await assert.rejects(runRetention([broken, countsRetention])({}, tools), { message: /^not deleted: what cannot be/ })
  assert.deepEqual(await countsLeft(), ['retention 1201', 'retention 1202'])
  const run = await lastRun(db)
  assert.deepEqual(
    [run?.deleted, run?.failed],
    [{ 'attempt counters and known addresses': 1 }, ['what cannot be deleted']],
  )
})

test('metrics show when the job ran, what it deleted and how many rules failed', async () => {
  const { body } = await as().get('//metrics')
  const [, at] = body.match(/^guidon_retention_last_run_timestamp_seconds ([\d.]+)$/m) ?? []
  assert.ok(Math.abs(Number(at) - Date.now() / 1_000) < 60)
  assert.match(body, /^guidon_retention_deleted\{rule="attempt counters and known addresses"\} 1$/m)
  assert.match(body, /^guidon_retention_failed 1$/m)
})
