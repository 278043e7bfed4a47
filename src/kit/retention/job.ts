import { type ColumnType, type Generated, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { Jobs, JobTools } from '../jobs/jobs.ts'
import { type Retention, retention } from './rules.ts'

declare module '../jobs/jobs.ts' {
  interface Jobs {
    retention: object
  }
}

declare module '../db/tables.ts' {
  interface Tables {
    retention_runs: {
      id: Generated<number>
      began_at: Generated<string>
      ended_at: string | null
      deleted: ColumnType<Record<string, number>, string, string>
      failed: Generated<string[]>
    }
  }
}

/** A run stops after this time; the next one continues. */
const LONGEST_MS = 10 * 60_000

/** Applies the rules one after the other, in small transactions. A rule that fails does not stop the others. */
export function runRetention(rules: readonly Retention[]) {
  return async (_nothing: Jobs['retention'], { database, log }: Pick<JobTools, 'database' | 'log'>) => {
    const until = performance.now() + LONGEST_MS
    const run = await begin(database)
    const deleted: Record<string, number> = {}
    const failed: string[] = []
    for (const rule of rules)
      try {
        deleted[rule.what] = await deleteAll(database, rule, until)
      } catch (error) {
        log.error({ rule: rule.what, fault: kindOf(error) }, 'a rule of retention failed')
        failed.push(rule.what)
      }
    await end(database, run, deleted, failed)
    if (failed.length) throw new Error(`not deleted: ${failed.join(', ')}`)
  }
}

const deleteAll = async ({ transaction }: Database, { deleteBatch }: Retention, until: number) => {
  let sum = 0
  while (performance.now() < until) {
    const n = await transaction({}, deleteBatch)
    if (n === 0) break
    sum += n
  }
  return sum
}

// A message may contain names of people, so only the code or class of the error is logged.
const kindOf = (error: unknown) => {
  const { code, name } = error as Error & { code?: string }
  return code ?? name
}

const begin = ({ transaction }: Database) =>
  transaction({}, async (tx) => {
    const { id } = await tx
      .insertInto('retention_runs')
      .values({ ended_at: null, deleted: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })

const end = ({ transaction }: Database, id: number, deleted: Record<string, number>, failed: string[]) =>
  transaction({}, (tx) =>
    tx
      .updateTable('retention_runs')
      .set({ ended_at: sql<string>`clock_timestamp()`, deleted: JSON.stringify(deleted), failed })
      .where('id', '=', id)
      .execute(),
  )

export const runsRetention = retention({
  what: 'runs of this job',
  table: 'retention_runs',
  from: sql`began_at`,
  since: 'the run',
  after: '90 days',
  why: 'Enough to see when a rule began to fail.',
})
