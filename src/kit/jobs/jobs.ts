import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import type { Tx, When } from '../db/tables.ts'

/** Modules add their jobs here, beside the code that does them. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules.
export interface Jobs {}
export type JobName = keyof Jobs & string

/** What a job may use. Keys, files, mail and calls to others add themselves by declaration merging. */
export interface JobTools {
  database: Database
  log: Logger
  publicUrl: string
  zone: string
}

/** How a job is done. `work` must be safe to repeat: a worker may die in the middle, and another takes the job again. */
export type Job<Payload extends object = object> = {
  work: (payload: Payload, tools: JobTools, jobId: string, prefetched: unknown) => Promise<unknown>
  /** Reads once for a whole batch what each of its jobs needs. */
  prefetch?: (jobs: QueuedJob<Payload>[], tools: JobTools) => Promise<unknown>
  /** In the time zone of the house (`TIME_ZONE`). */
  cron?: string
  retryLimit?: number
  expireInSeconds?: number
  /** Workers per process. Jobs of one group are still done one after the other. */
  concurrency?: number
  /** Jobs that a worker takes in one go and does at the same time: for quick jobs that come in great numbers. */
  batchSize?: number
}
export type QueuedJob<Payload extends object> = { id: string; data: Payload }

const defaults = { retryLimit: 12, expireInSeconds: 300, concurrency: 1, batchSize: 1 }
export type JobDefinition = Job & typeof defaults
export type JobDefinitions = ReadonlyMap<string, JobDefinition>

/** All jobs there are, by name. One that was declared and is missing here does not compile. */
export const jobDefinitions = (jobs: { [N in JobName]: Job<Jobs[N]> }): JobDefinitions =>
  // The one cast: the compiler has held each job to its payload where the table was written.
  new Map(Object.entries<Job>(jobs as Record<JobName, Job>).map(([name, job]) => [name, { ...defaults, ...job }]))

/** A job that is done in batches, with what was prefetched for the whole batch. */
export const inBatches = <Payload extends object, Prefetched>(
  batchSize: number,
  { work, prefetch }: InBatches<Payload, Prefetched>,
): Job<Payload> => ({
  batchSize,
  prefetch,
  work: (payload, tools, jobId, prefetched) => work(payload, tools, jobId, prefetched as Prefetched),
})
type InBatches<Payload extends object, Prefetched> = {
  prefetch: (jobs: QueuedJob<Payload>[], tools: JobTools) => Promise<Prefetched>
  work: (payload: Payload, tools: JobTools, jobId: string, prefetched: Prefetched) => Promise<unknown>
}

/** Adds a job to the queue. It exists only if the transaction commits; its payload holds ids, never personal data. */
export const enqueue = <N extends JobName>(tx: Tx, name: N, payload: Jobs[N], when: When = {}) => {
  tx.jobs.push({ name, payload: payload as object, ...when })
}
