import type { Registry } from 'prom-client'
import type { Db } from '../../db/tables.ts'
import { lastRun } from '../../retention/last-run.ts'
import { watchFigures } from './figures.ts'

const ofRun = {
  ended: ['guidon_retention_last_run_timestamp_seconds', 'End of the last run of the retention job'],
  failed: ['guidon_retention_failed', 'Rules that failed in the last run'],
} as const
const ofRule = { deleted: ['guidon_retention_deleted', 'Rows the last run deleted, by rule'] } as const

/** Gauges of the last run of the retention job; none before the first run. */
export function watchRetention(registry: Registry, db: Db) {
  watchFigures(registry, ofRun, async () => {
    const run = await lastRun(db)
    return run ? [{ figures: { ended: run.ended_at, failed: run.failed.length } }] : []
  })
  const deleted = async () => Object.entries((await lastRun(db))?.deleted ?? {})
  watchFigures(
    registry,
    ofRule,
    async () => (await deleted()).map(([of, rows]) => ({ of, figures: { deleted: rows } })),
    'rule',
  )
}
