import type { Db as BossDb } from 'pg-boss'
import type { pg } from '../db/driver.ts'
import type { JobDefinitions } from './jobs.ts'
import { insertingBoss, SCHEMA } from './queues.ts'
import { retryOptions } from './sender.ts'

/** A job that is still to be done, as a backup keeps it: whatever the job list looks like inside. */
export type WaitingJob = {
  id: string
  name: string
  data: object
  at: string
  key: string | null
  group: string | null
}

/** Those that begin by the clock are left out: they begin again by the clock. */
export const waitingJobs = async (client: pg.Client, definitions: JobDefinitions): Promise<WaitingJob[]> => {
  const { rows: there } = await client.query(`select to_regclass('${SCHEMA}.job') is not null as is`)
  if (!there[0].is) return []
  const names = [...definitions].filter(([, { cron }]) => !cron).map(([name]) => name)
  const { rows } = await client.query(
    `select id, name, data, to_json(start_after) as at, singleton_key as key, group_id as "group"
       from ${SCHEMA}.job where state < 'completed' and name = any ($1) order by created_on, id`,
    [names],
  )
  return rows
}

/** Puts them back under their own ids, in the caller's transaction; one that nobody does any more is dropped. */
export const putBack = async (client: pg.Client, jobs: WaitingJob[], definitions: JobDefinitions) => {
  const db: BossDb = { executeSql: (text, values) => client.query(text, values) }
  const boss = insertingBoss(db.executeSql)
  await boss.start()
  const known = jobs.filter(({ name }) => definitions.has(name))
  for (const [name, alike] of Map.groupBy(known, ({ name }) => name))
    await boss.insert(name, alike.map(inserted), { db })
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
