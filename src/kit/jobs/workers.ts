import { type Job, PgBoss } from 'pg-boss'
import type { Settings } from '../db/connect.ts'
import { type JobName, type Jobs, type Tools, trades } from '../jobs.ts'
import { plain, SCHEMA } from './queues.ts'

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
    // Where there was one there may be more: the next is asked for at once, not when somebody calls or a poll comes round.
    const next = () => worker && boss.notifyWorker(worker)
    let worker = ''
    worker = await boss.work(name, { pollingIntervalSeconds: 2 }, async ([job]: Job<unknown>[]) => {
      if (job) await work(job.data as Jobs[JobName], tools, job.id).finally(next)
    })
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 10_000 }) }
}
