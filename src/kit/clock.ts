import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db/tables.ts'

/** Seconds since 1970 by the clock of the database, which is the same for all processes. */
export async function secondsNow(db: Db) {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from clock_timestamp())::double precision as seconds`.execute(db)
  return rows[0]?.seconds ?? 0
}

/** The local day of a moment in the time zone of the installation, with the offset of that moment (summer time or not). */
export function localDay(moment: RawBuilder<unknown>) {
  return sql<string>`(${moment} at time zone house_zone())::date`
}
