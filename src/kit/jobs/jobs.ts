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
/** What was asked ahead for a whole lot is given to each of its jobs. */
export type JobHandler<N extends JobName, Ahead = undefined> = (
  payload: Jobs[N],
  tools: JobTools,
  jobId: string,
  ahead: Ahead,
) => Promise<unknown>
export type QueuedJob<N extends JobName> = { id: string; data: Jobs[N] }
export type JobDefinition = {
  work: (payload: Jobs[JobName], tools: JobTools, jobId: string, ahead?: unknown) => Promise<unknown>
  ahead: ((jobs: QueuedJob<JobName>[], tools: JobTools) => Promise<unknown>) | undefined
  /** By the clock of the house (`TIME_ZONE`). */
  cron: string | undefined
  retryLimit: number
  expireInSeconds: number
  /** How many workers a process has for it; what they do of one group, they do one after the other. */
  atOnce: number
  /** How many a worker takes from the list in one go and does at once: for what is quick, and comes in crowds. */
  lot: number
}

export const jobDefinitions = new Map<JobName, JobDefinition>()

/** Says how a job is done. A worker may die in the midst of it and another take it again: it must bear that. */
export const job = <N extends JobName, Ahead = undefined>(
  name: N,
  work: JobHandler<N, Ahead>,
  options: Partial<Omit<JobDefinition, 'work' | 'ahead'>> & {
    ahead?: (jobs: QueuedJob<N>[], tools: JobTools) => Promise<Ahead>
  } = {},
) => {
  const { cron, ahead, retryLimit = 12, expireInSeconds = 300, atOnce = 1, lot = 1 } = options
  jobDefinitions.set(name, { work, ahead, cron, retryLimit, expireInSeconds, atOnce, lot } as JobDefinition)
}

/** Puts a job on the list. It exists only if the transaction commits; its payload holds ids, never personal data. */
export const enqueue = <N extends JobName>(tx: Tx, name: N, payload: Jobs[N], when: When = {}) => {
  tx.jobs.push({ name, payload: payload as object, ...when })
}
