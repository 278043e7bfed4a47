import { Kysely } from 'kysely'
import type { Subscriptions } from '../events.ts'
import { dialectOver, type Execute } from './dialect.ts'
import { pg } from './driver.ts'
import { type Listener, listener } from './listener.ts'
import { type Meter, meter, timed } from './meter.ts'
import { sharedConnections } from './shared-connections.ts'
import { statementName } from './statement-names.ts'
import type { Db, Tables } from './tables.ts'
import { type Send, type Transaction, transactions } from './transaction.ts'
import { watched } from './watchdog.ts'

export type Settings = pg.ClientConfig & {
  readConnections?: number
  writeConnections?: number
  /** Milliseconds without a word after which a database is taken for silent. */
  patience?: number
  /** By whose calendar it is today. */
  zone?: string
}

/** What follows from a write, given by whoever opens the database: without it none is opened. */
export type Composition = {
  subscriptions: Subscriptions
  /** Puts jobs on the list; its own look-ups go over the connections it is given. */
  jobSender: (shared: Execute) => { send: Send; stop: () => Promise<unknown> }
}

export type Database = {
  /** For reading. Shared connections: each statement stands alone. */
  db: Db
  /** For writing: everything in it happens, or nothing. */
  transaction: Transaction
  listener: Listener
  waiting: () => number
  meter: Meter
  end: () => Promise<void>
}

// Nothing may hold a connection for long: a statement, a wait for a lock, a forgotten transaction.
const limits = '-c statement_timeout=15s -c lock_timeout=8s -c idle_in_transaction_session_timeout=20s -c timezone=UTC'

// A thousand may want to write at once, and each waits its turn; a database that is away is told of sooner.
class Writer extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    // The pool hides the password from whoever spreads it.
    super({ ...config, password: config?.password, connectionTimeoutMillis: CONNECT_MS })
    // It may greet and take its leave in one breath, before whoever asked for it can listen; that must end nothing but itself.
    this.on('error', () => {})
  }
}
const CONNECT_MS = 5_000
const queue = { Client: Writer, pipeline: true, connectionTimeoutMillis: 15_000, idleTimeoutMillis: 60_000 }

export const connect = (
  { readConnections: lanes = 3, writeConnections = 8, patience, zone = 'Asia/Taipei', ...settings }: Settings,
  { subscriptions, jobSender }: Composition,
): Database => {
  const config = {
    application_name: 'guidon',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    options: `${limits} -c guidon.zone=${zone}`,
    ...settings,
  }
  // What is read is planned once for all values: planning a list anew would take longer than reading it.
  const ask = watched(patience)
  const shared = sharedConnections(
    { ...config, options: `${config.options} -c plan_cache_mode=force_generic_plan` },
    ask,
    lanes,
  )
  const pool = new pg.Pool({ ...config, ...queue, max: writeConnections } as pg.PoolConfig)
  // Without somebody listening, a broken idle connection would end the process.
  pool.on('error', () => {})

  const figures = meter()
  const execute: Execute = (text, values = []) =>
    timed(
      () => shared.query({ text, values: [...values], name: statementName(text) }),
      (seconds) => figures.statement(text, seconds),
    )
  const db: Db = new Kysely<Tables>({ dialect: dialectOver(execute) })
  const sender = jobSender(execute)
  const heard = listener(config, ask)
  return {
    db,
    transaction: transactions({ pool, ask, send: sender.send, subscriptions, meter: figures }),
    listener: heard,
    waiting: () => shared.waiting() + pool.waitingCount,
    meter: figures,
    end: async () => {
      await sender.stop()
      await Promise.all([shared.end(), pool.end(), heard.end()])
    },
  }
}
