import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'

export type JobFigures = { name: string; waiting: number; oldest: number; retrying: number; failed: number }

/**
 * The state of each queue: the number of due jobs that have not started, the age of the oldest in seconds, and the numbers of
 * retried and failed jobs.
 */
export async function jobFigures(db: Db): Promise<JobFigures[]> {
  const { rows } = await sql<JobFigures>`
    select name,
           count(*) filter (where state in ('created', 'retry') and start_after <= now()) as waiting,
           coalesce(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry'))), 0)::integer as oldest,
           count(*) filter (where state = 'retry') as retrying,
           count(*) filter (where state = 'failed') as failed
      from jobs.job where state not in ('completed', 'cancelled') group by name order by name`.execute(db)
  return rows.map((row) => ({ ...row, oldest: Math.max(row.oldest, 0) }))
}
