import { type Db, PgBoss } from 'pg-boss'
import type { Settings } from '../db/connect.ts'
import { bossDatabase } from './boss-database.ts'
import type { JobDefinitions } from './jobs.ts'

export const SCHEMA = 'jobs'

/** Days after which pg-boss deletes a finished job, and a job that no worker has taken. */
export const DAYS_KEPT = { done: 7, waiting: 14 }
const DAY = 86_400
const kept = { deleteAfterSeconds: DAYS_KEPT.done * DAY, retentionSeconds: DAYS_KEPT.waiting * DAY }

/**
 * Creates the tables of pg-boss and a queue for every job. Called by the process that runs the migrations. The first retry of a
 * job comes after `retryDelay` seconds, each further one later.
 */
export async function prepareQueues(settings: Settings, jobs: JobDefinitions, retryDelay = 5) {
  const db = bossDatabase(settings, 2)
  const boss = new PgBoss({ db, schema: SCHEMA, supervise: false, schedule: false })
  boss.on('error', () => {})
  try {
    await boss.start()
    for (const [name, { retryLimit, expireInSeconds, isKeyed }] of jobs) {
      const options = { retryLimit, expireInSeconds, retryBackoff: true, retryDelay, notify: true, ...kept }
      if (await boss.getQueue(name)) await boss.updateQueue(name, options)
      else await boss.createQueue(name, { ...options, policy: isKeyed ? 'short' : 'standard' })
    }
    await boss.stop({ graceful: false })
  } finally {
    await db.end()
  }
}

/** pg-boss only for inserting jobs: it supervises nothing and opens no connections of its own. */
export function insertingBoss(executeSql: Db['executeSql']) {
  const boss = new PgBoss({ db: { executeSql }, schema: SCHEMA, supervise: false, schedule: false, migrate: false })
  boss.on('error', () => {})
  return boss
}
