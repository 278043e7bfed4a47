import { setTimeout as pause } from 'node:timers/promises'
import { type Db, type JobResult, PgBoss } from 'pg-boss'
import type { Settings } from '../db/connect.ts'
import { newerMigrations } from '../db/migrations.ts'
import { kindOf } from '../errors.ts'
import { bossDatabase, listeningOn } from './boss-database.ts'
import { heldKeys } from './insert.ts'
import type { JobDefinition, JobDefinitions, JobTools, QueuedJob } from './jobs.ts'
import { SCHEMA } from './queues.ts'
import { retryOptions } from './retries.ts'

export type Workers = { stop: () => Promise<void> }

/**
 * Starts the workers of all queues. Each job is run by one process. If that is killed, another one runs it again within a minute.
 */
export async function workers(
  settings: Settings,
  jobs: JobDefinitions,
  tools: JobTools,
  pace = usualPace,
): Promise<Workers> {
  const { executeSql, end } = bossDatabase(settings, 4)
  const listen = listeningOn(tools.database.listener)
  const boss = new PgBoss({ db: { executeSql, listen }, ...supervision, superviseIntervalSeconds: pace.supervise })
  boss.on('error', (error) => tools.log.warn({ err: error.message }, 'jobs'))
  await boss.start()
  // On the tables of the next release, an unknown job belongs to that release.
  if ((await newerMigrations(settings)).length === 0) await removeOldSchedules(boss, jobs)
  for (const [name, job] of jobs) {
    if (job.cron) await boss.schedule(name, job.cron, {}, { tz: tools.zone })
    for (let n = 0; n < job.concurrency; n += 1) await startWorker({ boss, executeSql }, name, job, tools, pace)
  }
  return {
    stop: async () => {
      await boss.stop({ graceful: true, timeout: 10_000 })
      await end()
    },
  }
}

/** The intervals, in seconds, at which workers look for events without a notification. */
type Pace = {
  /** For the jobs of killed workers. Frequent, so that processes with a short life find them too. */
  supervise: number
  /** For jobs to be retried and those of killed workers. New jobs wake a worker by a notification. */
  poll: number
}
const usualPace: Pace = { supervise: 5, poll: 5 }

const supervision = {
  schema: SCHEMA,
  migrate: false,
  useListenNotify: true,
  monitorIntervalSeconds: 5,
  cronMonitorIntervalSeconds: 15,
  // Expired jobs are deleted hourly, so that each deletion is small.
  maintenanceIntervalSeconds: 3_600,
}

// Removes schedules of an earlier release whose jobs no longer exist.
const removeOldSchedules = async (boss: PgBoss, jobs: JobDefinitions) => {
  for (const { name } of await boss.getSchedules()) {
    if (jobs.has(name)) continue
    await boss.unschedule(name)
    await boss.deleteQueuedJobs(name)
  }
}

type Queues = { boss: PgBoss; executeSql: Db['executeSql'] }
const startWorker = async (queues: Queues, name: string, job: JobDefinition, tools: JobTools, { poll }: Pace) => {
  const { boss } = queues
  const { batchSize, prefetch, isKeyed } = job
  const polling = {
    pollingIntervalSeconds: Math.min(2, poll),
    notifyPollingIntervalSeconds: poll,
    ...(isKeyed ? { groupConcurrency: 1 } : { localGroupConcurrency: 1 }),
  }
  const options = { ...polling, batchSize, perJobResults: true as const }
  const worker = await boss.work(name, options, async (batch: QueuedJob<object>[]) => {
    const begun = performance.now()
    const free = isKeyed ? await freeJobs(queues, name, batch) : batch
    const prefetched = free.length > 0 ? prefetch?.(free, tools) : undefined
    const results = await Promise.all(free.map((each) => resultOf(name, job, each, tools, prefetched)))
    if (batchSize > 1) await restAfter(begun)
    // There may be more jobs, so the next batch is fetched at once and not at the next poll.
    boss.notifyWorker(worker)
    return [...results, ...batch.filter((each) => !free.includes(each)).map(({ id }) => leftAlone(id))]
  })
}

/**
 * The jobs of a batch whose keys no other worker works on. Another job is queued for each of the rest, and for each key that a
 * transaction holds, because that transaction may have written rows that these jobs do not see.
 */
const freeJobs = async ({ boss, executeSql }: Queues, name: string, batch: QueuedJob<object>[]) => {
  const keys = batch.flatMap(({ groupId }) => groupId ?? [])
  const [taken, held] = await Promise.all([takenKeys(executeSql, name, batch), heldKeys(executeSql, keys)])
  const again = [...taken, ...held]
  const queued = batch.flatMap(({ data, groupId: key }) =>
    key && again.includes(key) ? { data, singletonKey: key, group: { id: key }, startAfter: 1, ...retryOptions } : [],
  )
  if (queued.length > 0) await boss.insert(name, queued)
  return batch.filter(({ groupId: key }) => !key || !taken.includes(key))
}

/**
 * The keys that another worker works on. Two workers that look for jobs at the same moment, one for a new job and one for a job to be
 * retried, do not see what the other takes; so each looks again afterwards, and the later one sees the earlier one.
 */
const takenKeys = async (executeSql: Db['executeSql'], name: string, batch: QueuedJob<object>[]) => {
  const { rows } = await executeSql(
    `select distinct group_id as key from ${SCHEMA}.job
      where name = $1 and state = 'active' and group_id = any($2::text[]) and id <> all($3::uuid[])`,
    [name, batch.map(({ groupId }) => groupId), batch.map(({ id }) => id)],
  )
  return rows.map(({ key }: { key: string }) => key)
}

const leftAlone = (id: string): JobResult => ({ id, status: 'completed' })

const REST = 4
const LONGEST_REST_MS = 400

/** Requests have priority over large numbers of jobs: after a batch its worker pauses, and new jobs collect for the next one. */
const restAfter = (begun: number) => pause(Math.min(REST * (performance.now() - begun), LONGEST_REST_MS))

const resultOf = async (
  name: string,
  { work }: JobDefinition,
  { id, data }: QueuedJob<object>,
  tools: JobTools,
  prefetched: Promise<unknown> | undefined,
): Promise<JobResult> => {
  try {
    await work(data, tools, id, await prefetched)
    return { id, status: 'completed' }
  } catch (error) {
    return failed(tools.log, name, id, error as Error)
  }
}

// The error is stored with the job.
const failed = (log: JobTools['log'], job: string, id: string, error: Error): JobResult => {
  log.warn({ job, job_id: id, fault: kindOf(error) }, 'a job failed')
  return { id, status: 'failed', output: error }
}
