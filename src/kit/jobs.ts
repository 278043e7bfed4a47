import type { Logger } from 'pino'
import type { Database } from './db/connect.ts'
import type { Tx, When } from './db/tables.ts'
import type { Store } from './files/store.ts'
import type { Keys } from './keys.ts'
import type { Mailer } from './mail.ts'
import type { Outbound } from './outbound.ts'

/** Modules add their jobs here, beside the code that does them. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules.
export interface Jobs {}
export type JobName = keyof Jobs & string

/** What a job may use. */
export type Tools = {
  database: Database
  keys: Keys
  files: Store
  mailer: Mailer
  outbound: Outbound
  log: Logger
  publicUrl: string
  zone: string
}
export type Work<N extends JobName> = (payload: Jobs[N], tools: Tools, jobId: string) => Promise<unknown>
export type Trade = {
  work: Work<JobName>
  /** By the clock of the house (`TIME_ZONE`). */
  cron: string | undefined
  retryLimit: number
  expireInSeconds: number
  /** How many workers a process has for it; what they do of one group, they do one after the other. */
  atOnce: number
  /** How many a worker takes from the list in one go and does at once: for what is quick, and comes in crowds. */
  lot: number
}

export const trades = new Map<JobName, Trade>()

/** Says how a job is done. A worker may die in the midst of it and another take it again: it must bear that. */
export const job = <N extends JobName>(
  name: N,
  work: Work<N>,
  { cron, retryLimit = 12, expireInSeconds = 300, atOnce = 1, lot = 1 }: Partial<Omit<Trade, 'work'>> = {},
) => {
  trades.set(name, { work: work as Work<JobName>, cron, retryLimit, expireInSeconds, atOnce, lot })
}

/** Puts a job on the list. It exists only if the transaction commits; its payload holds ids, never personal data. */
export const enqueue = <N extends JobName>(tx: Tx, name: N, payload: Jobs[N], when: When = {}) => {
  tx.jobs.push({ name, payload: payload as object, ...when })
}
