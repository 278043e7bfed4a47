import type { Db as BossDb } from 'pg-boss'
import type { pg } from '../db/client.ts'
import type { JobDefinitions } from './jobs.ts'
import { insertingBoss, SCHEMA } from './queues.ts'
import { retryOptions } from './retries.ts'

/** A job that is not done yet, as a backup stores it: independent of the tables of pg-boss. */
export type WaitingJob = {
  id: string
  name: string
  data: object
  at: string
  key: string | null
  group: string | null
}

/**
 * All jobs that are not completed, except scheduled ones, because the schedule creates them again. After a restore all of them
 * wait, so a job that had started needs another key than the waiting one.
 */
export async function waitingJobs(client: pg.Client, definitions: JobDefinitions): Promise<WaitingJob[]> {
  const { rows: there } = await client.query(`select to_regclass('${SCHEMA}.job') is not null as is`)
  if (!there[0].is) return []
  const names = [...definitions].filter(([, { cron }]) => !cron).map(([name]) => name)
  const { rows } = await client.query(
    `select id, name, data, to_json(start_after) as at, group_id as "group",
            case when singleton_key is not null then case when state = 'created' then singleton_key else id::text end end as key
       from ${SCHEMA}.job where state < 'completed' and name = any ($1) order by created_on, id`,
    [names],
  )
  return rows
}

/** Inserts the jobs under their own ids, in the caller's transaction. Jobs that do not exist in this version are dropped. */
export async function restoreJobs(client: pg.Client, jobs: WaitingJob[], definitions: JobDefinitions) {
  const db: BossDb = { executeSql: (text, values) => client.query(text, values) }
  const boss = insertingBoss(db.executeSql)
  await boss.start()
  const known = jobs.filter(({ name }) => definitions.has(name))
  for (const [name, some] of Map.groupBy(known, ({ name }) => name)) await boss.insert(name, some.map(inserted), { db })
  await boss.stop({ graceful: false, close: false })
}

const inserted = ({ id, data, at, key, group }: WaitingJob) => ({
  id,
  data,
  startAfter: at,
  ...retryOptions,
  ...(key !== null && { singletonKey: key }),
  ...(group !== null && { group: { id: group } }),
})
