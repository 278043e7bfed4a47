import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'

export type JobFigures = { name: string; waiting: number; oldest: number; retrying: number; failed: number }

/** How the job list stands, by kind of job: what is due and not begun, for how long (in seconds), and what went wrong. */
export const jobFigures = async (db: Db): Promise<JobFigures[]> => {
  const { rows } = await sql<JobFigures>`
    select name,
           count(*) filter (where state in ('created', 'retry') and start_after <= now()) as waiting,
           coalesce(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry'))), 0)::integer as oldest,
           count(*) filter (where state = 'retry') as retrying,
           count(*) filter (where state = 'failed') as failed
      from jobs.job where state not in ('completed', 'cancelled') group by name order by name`.execute(db)
  return rows.map((row) => ({ ...row, oldest: Math.max(row.oldest, 0) }))
}
