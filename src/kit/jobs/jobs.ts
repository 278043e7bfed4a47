import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import type { Tx, When } from '../db/tables.ts'
import type { Store } from '../files/store.ts'
import type { Mailer } from '../mail.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Keys } from '../secrets/keys.ts'

/** Modules add their jobs here, beside the code that does them. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules.
export interface Jobs {}
export type JobName = keyof Jobs & string

/** What a job may use. */
export type JobTools = {
  database: Database
  keys: Keys
  files: Store
  mailer: Mailer
  outbound: Outbound
  log: Logger
  publicUrl: string
  zone: string
}

/** How a job is done. A worker may die in the midst of it and another take it again: it must bear that. */
export type Job<Payload extends object = object> = {
  work: (payload: Payload, tools: JobTools, jobId: string, ahead: unknown) => Promise<unknown>
  /** What is asked ahead for a whole lot; it is given to each of its jobs. */
  ahead?: (jobs: QueuedJob<Payload>[], tools: JobTools) => Promise<unknown>
  /** By the clock of the house (`TIME_ZONE`). */
  cron?: string
  retryLimit?: number
  expireInSeconds?: number
  /** How many workers a process has for it; what they do of one group, they do one after the other. */
  atOnce?: number
  /** How many a worker takes from the list in one go and does at once: for what is quick, and comes in crowds. */
  lot?: number
}
export type QueuedJob<Payload extends object> = { id: string; data: Payload }

const defaults = { retryLimit: 12, expireInSeconds: 300, atOnce: 1, lot: 1 }
export type JobDefinition = Job & typeof defaults
export type JobDefinitions = ReadonlyMap<string, JobDefinition>

/** All jobs there are, by name. One that was declared and is missing here does not compile. */
export const jobDefinitions = (jobs: { [N in JobName]: Job<Jobs[N]> }): JobDefinitions =>
  // The one cast: the compiler has held each job to its payload where the table was written.
  new Map(Object.entries<Job>(jobs as Record<JobName, Job>).map(([name, job]) => [name, { ...defaults, ...job }]))

/** A job that is done in lots, each with what was asked ahead for all of it. */
export const inLots = <Payload extends object, Ahead>(
  lot: number,
  { work, ahead }: InLots<Payload, Ahead>,
): Job<Payload> => ({
  lot,
  ahead,
  work: (payload, tools, jobId, asked) => work(payload, tools, jobId, asked as Ahead),
})
type InLots<Payload extends object, Ahead> = {
  ahead: (jobs: QueuedJob<Payload>[], tools: JobTools) => Promise<Ahead>
  work: (payload: Payload, tools: JobTools, jobId: string, ahead: Ahead) => Promise<unknown>
}

/** Puts a job on the list. It exists only if the transaction commits; its payload holds ids, never personal data. */
export const enqueue = <N extends JobName>(tx: Tx, name: N, payload: Jobs[N], when: When = {}) => {
  tx.jobs.push({ name, payload: payload as object, ...when })
}
