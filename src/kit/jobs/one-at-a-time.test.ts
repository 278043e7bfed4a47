import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { house } from '../../../test/house.ts'
import { until } from '../../../test/until.ts'
import { enqueue, type JobDefinition, type JobTools } from './jobs.ts'
import { workers } from './workers.ts'

const home = await house()
const { database, db } = home

/** Friends whose jobs run at this moment, the most that ran at once for one of them, and how many have ended. */
const running = new Map<number, number>()
let [most, ended] = [0, 0]
/** Every third run fails, so that a job waits to be retried beside a new one of its key. */
const work = async (given: object) => {
  const { friend_id } = given as { friend_id: number }
  const now = (running.get(friend_id) ?? 0) + 1
  running.set(friend_id, now)
  most = Math.max(most, now)
  await pause(2)
  running.set(friend_id, (running.get(friend_id) ?? 0) - 1)
  ended += 1
  if (ended % 3 === 0) throw new Error('not this time')
}

test('of a key one job runs at a time in all processes, also where a new one meets one that is tried again', async () => {
  const job: JobDefinition = {
    work,
    isKeyed: true,
    concurrency: 8,
    batchSize: 1,
    retryLimit: 100,
    expireInSeconds: 300,
  }
  const tools = { ...home, log: pino({ level: 'fatal' }), publicUrl: 'https://guidon.test', zone: 'Asia/Taipei' }
  for (let process = 0; process < 2; process += 1) {
    const crew = await workers(home.settings, new Map([['line.send', job]]), tools as unknown as JobTools)
    home.atEnd(crew.stop)
  }
  for (let round = 0; round < 150; round += 1) {
    await sql`update jobs.job set start_after = now() where name = 'line.send' and state in ('created', 'retry')`.execute(
      db,
    )
    await database.transaction({}, async (tx) => {
      for (const friend_id of [1, 2, 3]) enqueue(tx, 'line.send', { friend_id }, { key: String(friend_id) })
    })
    await pause(5)
  }
  await until(async () => {
    const { rows } = await sql`
      update jobs.job set start_after = now() where name = 'line.send' and state < 'completed' returning id`.execute(db)
    return rows.length === 0
  }, 'every job has ended')
  assert.ok(ended > 150, `${ended} have run`)
  assert.equal(most, 1)
})
