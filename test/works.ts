import type { CompiledQuery } from 'kysely'
import type { Database } from '../src/kit/db/connect.ts'
import type { Db } from '../src/kit/db/tables.ts'
import { statementsOf } from './statements.ts'

type Node = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Node[]
}

/**
 * The number of statements of a read, and the number of rows that the database processes for them, which the steps of its plans
 * return or discard. Unlike times, these numbers are the same on a slow or busy machine.
 */
export const workOf = async ({ db, slowDb }: Pick<Database, 'db' | 'slowDb'>, read: () => Promise<unknown>) => {
  const statements = await statementsOf([db, slowDb], read)
  let rows = 0
  for (const statement of statements) rows += rowsIn(await planOf(db, statement))
  return { statements: statements.length, rows }
}

const planOf = async (db: Db, { sql, ...others }: CompiledQuery) => {
  const explain = { ...others, sql: `explain (analyze, format json) ${sql}` }
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>(explain)
  const [plan] = rows
  if (!plan) throw new Error(`no plan of ${sql}`)
  return plan['QUERY PLAN'][0].Plan
}

const rowsIn = (node: Node): number => {
  const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
  return each * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, inner) => sum + rowsIn(inner), 0)
}
