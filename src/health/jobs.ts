import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '../kit/db/tables.ts'
import { anyText, moment, orNull } from '../kit/fields.ts'
import type { JobDefinitions, JobName } from '../kit/jobs/jobs.ts'
import { jobWords } from './job-names.ts'

const names = Object.keys(jobWords) as JobName[]

/** A job: what it does, its schedule, and its latest results. Finished jobs are kept for a week. */
export const JobState = Type.Object({
  name: anyText('bookings.holds'),
  label: anyText('刪除逾期資料'),
  label_en: anyText('Delete expired rows'),
  cron: orNull(anyText('41 * * * *')),
  waiting: Type.Integer(),
  oldest_seconds: Type.Integer(),
  retrying: Type.Integer(),
  failed: Type.Integer(),
  last_done_at: orNull(moment()),
  last_seconds: orNull(Type.Number({ examples: [0.4] })),
  last_failed_at: orNull(moment()),
  last_fault: orNull(anyText('ECONNREFUSED')),
})
type JobState = Static<typeof JobState>
type Row = Omit<JobState, 'name' | 'label' | 'label_en' | 'cron'> & { name: string }

/** Every job, in the order of their names. */
export async function jobStates(db: Db, jobs: JobDefinitions): Promise<JobState[]> {
  const { rows } = await lately.execute(db)
  const known = new Map(rows.map(({ name, ...row }) => [name, row]))
  return names.map((name) => {
    const [label, label_en] = jobWords[name]
    return { name, label, label_en, cron: jobs.get(name)?.cron ?? null, ...(known.get(name) ?? idle) }
  })
}

const idle: Omit<Row, 'name'> = {
  waiting: 0,
  oldest_seconds: 0,
  retrying: 0,
  failed: 0,
  last_done_at: null,
  last_seconds: null,
  last_failed_at: null,
  last_fault: null,
}

// The message of an error may name people, so only its code or its kind is shown.
const lately = sql<Row>`
  select name,
         count(*) filter (where is_due) as waiting,
         greatest(0, coalesce(extract(epoch from now() - min(start_after) filter (where is_due)), 0))::integer as oldest_seconds,
         count(*) filter (where state = 'retry') as retrying,
         count(*) filter (where state = 'failed') as failed,
         max(completed_on) filter (where state = 'completed') as last_done_at,
         round(extract(epoch from (array_agg(completed_on - started_on order by completed_on desc)
           filter (where state = 'completed'))[1])::numeric, 1)::double precision as last_seconds,
         max(completed_on) filter (where state = 'failed') as last_failed_at,
         (array_agg(coalesce(output ->> 'code', output ->> 'name') order by completed_on desc)
           filter (where state = 'failed'))[1] as last_fault
    from jobs.job, lateral (select state in ('created', 'retry') and start_after <= now() as is_due) due
   where state <> 'cancelled' group by name`
