import type { Registry } from 'prom-client'
import type { Db } from '../../db/tables.ts'
import { jobFigures } from '../../jobs/figures.ts'
import type { JobDefinitions } from '../../jobs/jobs.ts'
import { watchFigures } from './figures.ts'

const descriptions = {
  waiting: ['guidon_jobs_waiting', 'Jobs that are due and not begun'],
  oldest: ['guidon_jobs_oldest_seconds', 'For how long the oldest of them has been due'],
  retrying: ['guidon_jobs_retrying', 'Jobs that failed and are to be tried again'],
  failed: ['guidon_jobs_failed', 'Jobs that were given up'],
} as const

const none = { waiting: 0, oldest: 0, retrying: 0, failed: 0 }

/** Gauges of the job queues. Queues without problems report zeros too, so that an alarm ends. */
export function watchJobs(registry: Registry, db: Db, jobs: JobDefinitions) {
  return watchFigures(registry, descriptions, async () => {
    const figures = new Map((await jobFigures(db)).map((row) => [row.name, row]))
    return [...jobs.keys()].map((job) => ({ of: job, figures: figures.get(job) ?? none }))
  })
}
