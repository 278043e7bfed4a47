import { setTimeout as pause } from 'node:timers/promises'
import { type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Settings } from '../db/connect.ts'
import type { JobDefinition, JobDefinitions, JobTools, QueuedJob } from './jobs.ts'
import { plain, SCHEMA } from './queues.ts'

// A new job calls for a worker itself; polls find those that are to be tried again, and those of the dead.
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5, localGroupConcurrency: 1 }

// What is never answered gives its connection back, and the jobs go on over another.
const patience = { query_timeout: 15_000 }

// Where a crowd comes, people are answered first: a lot is followed by a rest, in which the next lot gathers.
const REST = 4
const LONGEST_REST_MS = 400

export type Workers = { stop: () => Promise<void> }

/** Takes the jobs of this installation; among all processes each is taken once, and a dead worker's within a minute. */
export const workers = async (settings: Settings, jobs: JobDefinitions, tools: JobTools): Promise<Workers> => {
  const boss = new PgBoss({
    ...plain(settings),
    ...patience,
    application_name: 'guidon jobs',
    schema: SCHEMA,
    max: 4,
    migrate: false,
    useListenNotify: true,
    // Often enough that the dead are found also by processes that do not live long themselves.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    cronMonitorIntervalSeconds: 15,
  })
  boss.on('error', (error) => tools.log.warn({ err: error.message }, 'jobs'))
  await boss.start()
  const hire = async (name: string, { work, ahead, lot }: JobDefinition) => {
    const doing = async ({ id, data }: QueuedJob<object>, asked: Promise<unknown> | undefined): Promise<JobResult> => {
      try {
        await work(data, tools, id, await asked)
        return { id, status: 'completed' }
      } catch (error) {
        return failed(tools.log, name, id, error as Error)
      }
    }
    const worker = await boss.work(
      name,
      { ...polling, batchSize: lot, perJobResults: true },
      async (taken: Job<object>[]) => {
        const begun = performance.now()
        const asked = ahead?.(taken, tools)
        const results = await Promise.all(taken.map((job) => doing(job, asked)))
        if (lot > 1) await pause(Math.min(REST * (performance.now() - begun), LONGEST_REST_MS))
        // Where there was one there may be more: the next is asked for at once, not when a poll comes round.
        boss.notifyWorker(worker)
        return results
      },
    )
  }
  for (const [name, trade] of jobs) {
    if (trade.cron) await boss.schedule(name, trade.cron, {}, { tz: tools.zone })
    for (let hired = 0; hired < trade.atOnce; hired += 1) await hire(name, trade)
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 10_000 }) }
}

// What went wrong stands with the job; a message may name people, so that the log has only its kind.
const failed = (log: JobTools['log'], job: string, id: string, error: Error & { code?: string }): JobResult => {
  log.warn({ job, job_id: id, fault: error.code ?? error.name }, 'a job failed')
  return { id, status: 'failed', output: error }
}
