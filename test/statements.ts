import type { CompiledQuery } from 'kysely'
import type { Db } from '../src/kit/db/tables.ts'

/** The statements that a call runs on some databases; with `[db, slowDb]` these are all of its reads. */
export const statementsOf = async (databases: readonly Db[], call: () => Promise<unknown>) => {
  const statements: CompiledQuery[] = []
  const endings = databases.map((db) => observe(db, (query) => statements.push(query)))
  await call().finally(() => {
    for (const end of endings) end()
  })
  return statements
}

const observe = (db: Db, heard: (query: CompiledQuery) => unknown) => {
  const run = db.executeQuery.bind(db)
  const observed = (query: CompiledQuery) => {
    heard(query)
    return run(query)
  }
  Object.assign(db, { executeQuery: observed })
  return () => Object.assign(db, { executeQuery: run })
}
