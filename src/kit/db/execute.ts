import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Query, Result } from './client.ts'
import { isConnectionUnusable, isSilence, isUnprepared } from './faults.ts'

/** Runs one statement. */
export type Execute = (text: string, values?: readonly unknown[]) => Promise<Result>

/** Callbacks for metrics: the durations of statements and of waits. */
export type Observer = {
  /** A statement without its values, from sending it to its answer. */
  statement: (text: string, seconds: number) => void
  /** The time that a transaction waited for a connection. */
  wait: (seconds: number) => void
}

/** Runs statements and reports the duration of each. */
export function executor(run: (query: Query) => Promise<Result>, observer: Observer): Execute {
  return (text, values = []) =>
    timed(
      () => run({ text, values }),
      (seconds) => observer.statement(text, seconds),
    )
}

export async function timed<T>(work: () => Promise<T>, report: (seconds: number) => void): Promise<T> {
  const begun = performance.now()
  try {
    return await work()
  } finally {
    report((performance.now() - begun) / 1_000)
  }
}

/** Repeats a read once after a lost connection. Not after silence, because that has already taken the longest allowed time. */
export function repeatedOnce(run: (query: Query) => Promise<Result>) {
  return async (query: Query) => {
    try {
      return await run(query)
    } catch (error) {
      if (isSilence(error) || !(isConnectionUnusable(error) || isUnprepared(error))) throw error
      return run(query)
    }
  }
}

/** The Kysely dialect for a function that runs statements. Connections and transactions are managed elsewhere. */
export function dialectOver(execute: Execute): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driverOver(execute),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

const driverOver = (execute: Execute): Driver => {
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery) => resultOf<R>(await execute(sql, parameters)),
    streamQuery: () => {
      throw new Error('rows are not streamed')
    },
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: () => Promise.reject(new Error('transactions are opened by database.transaction')),
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    destroy: async () => {},
  }
}

const resultOf = <R>({ command, rowCount, rows }: Result): QueryResult<R> => ({
  rows: rows as R[],
  ...(command !== 'SELECT' && { numAffectedRows: BigInt(rowCount ?? 0) }),
})
