import { Kysely } from 'kysely'
import { IDLE_TRANSACTION_MS, LOCK_MS, REQUEST_MS, SILENCE_MS } from '../timeouts.ts'
import type { Watched } from './client.ts'
import { dialectOver, type Execute, executor, type Observer, repeatedOnce } from './execute.ts'
import { type Listener, listener } from './listener.ts'
import { openPool, queryAlone, type Snapshot, snapshots } from './pool.ts'
import { sharedConnections } from './shared-connections.ts'
import type { Db, Tables, TxContext } from './tables.ts'
import { type SendJobs, type Transaction, transactions } from './transaction.ts'

export type Settings = Watched & {
  readConnections?: number
  slowConnections?: number
  writeConnections?: number
  /** The time zone in which `today()` is a date. */
  zone?: string
  /** How many times longer than usual all waits may last. Tests set it, because a machine that is busy with them is no fault. */
  patience?: number
  /** Settings of the installation that statements read with `current_setting`. */
  parameters?: Readonly<Record<string, number>>
}

/** What transactions need from outside this folder. Given by the caller that opens the database. */
export type Composition = {
  context: TxContext
  /** Inserts jobs into the queue; its own look-ups use the connections it is given. */
  jobInserter: (shared: Execute) => { send: SendJobs; stop: () => Promise<unknown> }
}

export type Database = {
  /** For quick reads. They share connections, so there is no transaction around several statements. */
  db: Db
  /** For reads that may take long, such as lists, exports and jobs. Each has a connection of its own, so that no quick read waits behind it. */
  slowDb: Db
  /** For a long read of many statements, of which none sees what is written meanwhile. */
  snapshot: () => Promise<Snapshot>
  /** For writes: everything in it is committed, or nothing. */
  transaction: Transaction
  listener: Listener
  /** How many statements and transactions are under way or wait for a connection. */
  waiting: () => number
  observer: Observer
  end: () => Promise<void>
}

export function connect(
  { readConnections = 2, slowConnections = 2, writeConnections = 8, ...settings }: Settings,
  { context, jobInserter }: Composition,
): Database {
  const config = configOf(settings)
  const { patience } = settings
  const observer: Observer = { statement: () => {}, wait: () => {} }
  const shared = sharedConnections(forReading(config), readConnections)
  const slow = openPool(forReading(config), slowConnections, patience)
  const pool = openPool(config, writeConnections, patience)
  const execute = executor(shared.query, observer)
  const executeSlow = executor(repeatedOnce(queryAlone(slow)), observer)
  const sender = jobInserter(execute)
  const heard = listener(config)
  return {
    db: new Kysely<Tables>({ dialect: dialectOver(execute) }),
    slowDb: new Kysely<Tables>({ dialect: dialectOver(executeSlow) }),
    snapshot: snapshots(pool, observer),
    transaction: transactions({ pool, sendJobs: sender.send, context, observer }),
    listener: heard,
    waiting: () => shared.waiting() + slow.waitingCount + pool.waitingCount,
    observer,
    end: async () => {
      await sender.stop()
      await Promise.all([shared.end(), slow.end(), pool.end(), heard.end()])
    },
  }
}

/**
 * How statements are planned, whatever the server is set to: all of ours are short, so that compiling one (jit) or starting processes for
 * it takes longer than running it. Memory is in kilobytes.
 */
export const planning = { jit: 'off', max_parallel_workers_per_gather: '0', random_page_cost: '1.1', work_mem: '8192' }
export const planningOptions = Object.entries(planning)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

// No statement, no wait for a lock and no idle transaction may hold a connection for long.
const limits = {
  statement_timeout: REQUEST_MS,
  lock_timeout: LOCK_MS,
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
}
const limitOptions = (patience: number) =>
  Object.entries(limits)
    .map(([name, ms]) => `-c ${name}=${ms * patience}`)
    .join(' ')
const CONNECT_MS = 5_000

const configOf = ({ zone = 'Asia/Taipei', patience = 1, parameters = {}, ...settings }: Settings) => ({
  application_name: 'guidon',
  connectionTimeoutMillis: CONNECT_MS * patience,
  silenceTimeout: SILENCE_MS * patience,
  keepAlive: true,
  // A statement is sent without waiting for the answers to earlier ones.
  pipeline: true,
  options: [
    `${planningOptions} ${limitOptions(patience)} -c timezone=UTC -c guidon.zone=${zone}`,
    ...Object.entries(parameters).map(([name, value]) => `-c ${name}=${value}`),
  ].join(' '),
  ...settings,
})

// Reads use one generic plan per statement, because planning a list for its values takes longer than reading it.
const forReading = <C extends { options: string }>(config: C) => ({
  ...config,
  options: `${config.options} -c plan_cache_mode=force_generic_plan`,
})
