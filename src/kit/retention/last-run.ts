import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'

export type LastRun = {
  /** In seconds since 1970. */
  ended_at: number
  deleted: Record<string, number>
  failed: string[]
}

/** The last run that was not interrupted. */
export async function lastRun(db: Db): Promise<LastRun | undefined> {
  const { rows } = await sql<LastRun>`
    select extract(epoch from ended_at)::double precision as ended_at, deleted, failed
      from retention_runs where ended_at is not null order by id desc limit 1`.execute(db)
  return rows[0]
}

/** Minutes since the last run, or since the last migration if that was later, so that a new installation is not late at once. */
export async function minutesWithoutRun(db: Db) {
  const { rows } = await sql<{ minutes: number }>`
    select floor(extract(epoch from now() - greatest((select max(ended_at) from retention_runs),
                                                     (select max(applied_at) from migrations))) / 60)::integer as minutes`.execute(
    db,
  )
  return rows[0]?.minutes ?? 0
}
