import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Db } from '../../kit/db/tables.ts'
import { watchFigures } from '../../kit/http/metrics/figures.ts'

type Figures = { waiting: number; oldest: number }

/** How many notices wait for their mail, and for how many seconds the oldest. */
export async function noticeFigures(db: Db): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select count(*) as waiting, coalesce(extract(epoch from now() - min(created_at)), 0)::integer as oldest
      from deliveries where state = 'waiting'`.execute(db)
  return rows[0] ?? { waiting: 0, oldest: 0 }
}

const told = {
  waiting: ['guidon_notices_waiting', 'Notices that wait for their mail'],
  oldest: ['guidon_notices_oldest_seconds', 'For how long the oldest of them has waited'],
} as const

export function watchNotices(registry: Registry, db: Db) {
  return watchFigures(registry, told, async () => [{ figures: await noticeFigures(db) }])
}
