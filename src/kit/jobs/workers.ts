import { type Job, PgBoss } from 'pg-boss'
import type { Settings } from '../db/connect.ts'
import { type JobName, type Jobs, type Tools, trades } from '../jobs.ts'
import { plain, SCHEMA } from './queues.ts'

// A new job calls for a worker itself; polls find those that are to be tried again, and those of the dead.
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 }

export type Workers = { stop: () => Promise<void> }

/** Takes the jobs of this installation; among all processes each is taken once, and a dead worker's within a minute. */
export const workers = async (settings: Settings, tools: Tools): Promise<Workers> => {
  const boss = new PgBoss({
    ...plain(settings),
    application_name: 'guidon jobs',
    schema: SCHEMA,
    max: 4,
    migrate: false,
    useListenNotify: true,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    cronMonitorIntervalSeconds: 15,
  })
  boss.on('error', (error) => tools.log.warn({ err: error.message }, 'jobs'))
  await boss.start()
  for (const [name, { work, cron }] of trades) {
    if (cron) await boss.schedule(name, cron, {}, { tz: 'UTC' })
    let worker = ''
    worker = await boss.work(name, polling, async ([job]: Job<unknown>[]) => {
      if (!job) return
      // Where there was one there may be more: the next is asked for at once, not when a poll comes round.
      await work(job.data as Jobs[JobName], tools, job.id).finally(() => boss.notifyWorker(worker))
    })
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 10_000 }) }
}
