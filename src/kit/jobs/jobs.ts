import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import type { Tx, When } from '../db/tables.ts'
import { RETRIES } from './retries.ts'

/** The payloads of all jobs. Modules add theirs by declaration merging, next to the code that does the work. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules.
export interface Jobs {}
export type JobName = keyof Jobs & string

/** The tools that a job may use. Keys, files, mail and outbound HTTP are added by declaration merging. */
export interface JobTools {
  database: Database
  log: Logger
  publicUrl: string
  zone: string
}

/** A job. `work` must be idempotent: if a worker is killed in the middle, another worker runs the job again. */
export type Job<Payload extends object = object> = {
  work: (payload: Payload, tools: JobTools, jobId: string, prefetched: unknown) => Promise<unknown>
  /** Reads the data that the jobs of a batch need, once for all of them. */
  prefetch?: (jobs: QueuedJob<Payload>[], tools: JobTools) => Promise<unknown>
  /** In the time zone of the installation (`TIME_ZONE`). */
  cron?: string
  retryLimit?: number
  expireInSeconds?: number
  /** Workers per process. Jobs of one group still run one after the other. */
  concurrency?: number
  /** The number of jobs that a worker fetches and runs at the same time, for quick jobs in large numbers. */
  batchSize?: number
  /** All jobs have a `key`. For each key at most one job waits and one runs, in all processes together. */
  isKeyed?: boolean
}

export type QueuedJob<Payload extends object> = { id: string; data: Payload; groupId?: string | null }

const defaults = { expireInSeconds: 300, concurrency: 1, batchSize: 1, isKeyed: false }
export type JobDefinition = Job & typeof defaults & { retryLimit: number }
export type JobDefinitions = ReadonlyMap<string, JobDefinition>

/** The table of all jobs by name. If a job is missing, it does not compile. */
export function jobDefinitions(jobs: { [N in JobName]: Job<Jobs[N]> }): JobDefinitions {
  // The cast is safe, because the compiler checks each job against its payload where the table is written.
  return new Map(Object.entries<Job>(jobs as Record<JobName, Job>).map(([name, job]) => [name, definition(job)]))
}

const definition = (job: Job): JobDefinition => ({
  ...defaults,
  retryLimit: job.cron ? RETRIES.scheduled : RETRIES.queued,
  ...job,
})

/** A job that runs in batches; each run gets what `prefetch` read for the whole batch. */
export function inBatches<Payload extends object, Prefetched>(
  batchSize: number,
  { work, prefetch }: InBatches<Payload, Prefetched>,
): Job<Payload> {
  return {
    batchSize,
    prefetch,
    work: (payload, tools, jobId, prefetched) => work(payload, tools, jobId, prefetched as Prefetched),
  }
}
type InBatches<Payload extends object, Prefetched> = {
  prefetch: (jobs: QueuedJob<Payload>[], tools: JobTools) => Promise<Prefetched>
  work: (payload: Payload, tools: JobTools, jobId: string, prefetched: Prefetched) => Promise<unknown>
}

/** Adds a job to the queue. It exists only if the transaction commits. Its payload contains ids and values, never personal data. */
export function enqueue<N extends JobName>(tx: Tx, name: N, payload: Jobs[N], when: When = {}) {
  tx.jobs.push({ name, payload: payload as object, ...when })
}
