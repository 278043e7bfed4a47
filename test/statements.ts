import type { CompiledQuery } from 'kysely'
import type { Db } from '../src/kit/db/tables.ts'

/** The statements that a call runs. */
export const statementsOf = async (db: Db, call: () => Promise<unknown>) => {
  const statements: CompiledQuery[] = []
  const run = db.executeQuery.bind(db)
  const observed = (query: CompiledQuery) => {
    statements.push(query)
    return run(query)
  }
  Object.assign(db, { executeQuery: observed })
  await call().finally(() => Object.assign(db, { executeQuery: run }))
  return statements
}
