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
import type { pg } from './driver.ts'

export type Execute = (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>

/** Kysely over one function that runs a statement; who opens and closes what is not its business. */
export const dialectOver = (execute: Execute): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driverOver(execute),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

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

const resultOf = <R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> =>
  command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) }
